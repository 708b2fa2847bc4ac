"""Lines as people talk at the prompt: what each is answered, and what is asked back."""
