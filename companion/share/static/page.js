"use strict";
// The page works without this: it shows the table when it is loaded, and takes a line by its form.
// Here it listens, sends lines without leaving, and shows the menu.
(() => {
  const $ = (id) => document.getElementById(id);
  const log = $("log"), state = $("state"), part = $("part"), trouble = $("trouble");
  const say = $("say"), line = $("line"), menu = $("menu");
  const MOST = 450, STALE = 13000;
  let heard = document.body.dataset.heard, version = document.body.dataset.state, source = null, last = Date.now(), retry = 0, lost = false, unheard = false, refused = false, held = 0;

  const number = (name) => Number(name.split("-")[1]);
  const warn = (text) => { if (trouble.textContent !== text) trouble.textContent = text; };
  const toNodes = (html) => new DOMParser().parseFromString(html, "text/html").body.childNodes;
  let atEnd = true, top = 0; // at the end it stays when more is said, or what stands around it grows
  const toEnd = () => { atEnd = true; if (log) log.scrollTop = log.scrollHeight; };
  log?.addEventListener("scroll", () => {
    const left = log.scrollHeight - log.scrollTop - log.clientHeight;
    atEnd = left < 120 || (atEnd && log.scrollTop >= top);
    top = log.scrollTop;
  });
  if (log) new ResizeObserver(() => { if (atEnd) toEnd(); }).observe(log);

  function add(html) {
    if (!log) return;
    const most = Number(log.dataset.most) || MOST;
    const stays = atEnd;
    for (const node of [...toNodes(html)]) {
      log.insertBefore(node, $("end"));
      if (node.dataset?.back || node.dataset?.again) markUndone(node.dataset);
    }
    for (let all = log.getElementsByTagName("article"); all.length > most;) all[0].remove();
    if (stays) toEnd();
  }

  // What was taken back is struck out, and said to be so; what is done again is not any more.
  const undone = new Set(), split = (numbers) => (numbers || "").split(" ").filter(Boolean);
  const noteUndone = () => {
    for (const each of document.querySelectorAll(".undone")) for (const entry of split(each.dataset.entries)) undone.add(entry);
  };
  noteUndone();

  // What was said earlier comes above, and nothing that is read moves; it is not read out again.
  async function showEarlier(link) {
    const found = await fetch(link.href, { headers: { "X-Part": "1" } }).catch(() => null);
    if (!found || !found.ok || !link.isConnected) return;
    const nodes = toNodes(await found.text()), height = log.scrollHeight, from = log.scrollTop;
    log.setAttribute("aria-live", "off");
    atEnd = false;
    $("more").replaceWith(...nodes);
    noteUndone();
    log.scrollTo({ top: from + log.scrollHeight - height, behavior: "instant" });
    ($("earlier") || log).focus({ preventScroll: true });
    setTimeout(() => log.setAttribute("aria-live", "polite"), 500);
  }
  function markUndone({ back, again }) {
    for (const entry of split(back)) undone.add(entry);
    for (const entry of split(again)) undone.delete(entry);
    for (const each of log.querySelectorAll("[data-entries]")) {
      const is = split(each.dataset.entries).every((entry) => undone.has(entry));
      if (is === each.classList.contains("undone")) continue;
      each.classList.toggle("undone", is);
      each.querySelector(".back")?.remove();
      if (!is) continue;
      const said = document.createElement("p");
      said.className = "back";
      said.textContent = "Taken back:";
      each.prepend(said);
    }
  }

  // A tap is two moments: what comes between them waits, else the button is gone under the finger.
  let pressed = false, stateToCome = null;
  addEventListener("pointerdown", (event) => { pressed = state.contains(event.target); }, true);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(() => {
    pressed = false;
    if (stateToCome !== null) showState(stateToCome);
  }), true);

  function showState(html) {
    stateToCome = pressed ? html : null;
    if (pressed) return;
    const open = state.querySelector("details")?.open;
    const focused = state.contains(document.activeElement) ? document.activeElement.value : null;
    state.replaceChildren(...toNodes(html));
    unfold(open);
    if (focused) [...state.querySelectorAll("button")].find((b) => b.value === focused)?.focus();
    if (part) showPart();
  }

  function unfold(open) {
    const details = state.querySelector("details");
    if (details && (open || innerWidth >= 960)) details.open = true;
  }

  let asking = null, shown = null;
  function showPart() {
    clearTimeout(asking);
    asking = setTimeout(async () => {
      const found = await fetch(location.href, { headers: { "X-Part": "1" } }).catch(() => null);
      if (found && found.status === 429) asking = setTimeout(showPart, 1000);
      if (!found || !found.ok) return;
      const html = (await found.text()).trim();
      if (html === shown) return;
      const focused = part.contains(document.activeElement) ? document.activeElement.textContent : "";
      shown = html;
      part.replaceChildren(...toNodes(html));
      if (focused) [...part.querySelectorAll("a,button")].find((e) => e.textContent === focused)?.focus();
    }, 60);
  }

  function listen() {
    clearTimeout(retry);
    source?.close();
    last = Date.now();
    source = new EventSource("/events?after=" + encodeURIComponent(heard) + "&state=" + version);
    const on = (kind, act) => source.addEventListener(kind, (event) => {
      last = Date.now();
      if (lost) warn("");
      lost = unheard = refused = false;
      act(event);
    });
    on("beat", () => {});
    on("state", (event) => {
      const found = JSON.parse(event.data);
      version = found.version;
      showState(found.html);
    });
    on("answer", (event) => {
      if (number(event.lastEventId) <= number(heard)) return;
      heard = event.lastEventId;
      add(JSON.parse(event.data).html);
      if (part) showPart(); // what was heard may change what it shows, though not how things stand
    });
    on("reset", () => location.reload());
    on("closed", () => lose());
    source.onerror = () => lose();
  }

  const GONE = "This link is not good any more. Ask your Guide for the new one.";
  const BROKEN = "Something broke on the Guide's computer. Your line is still there; look what was done, then send it again.";
  const OUT = "The table is out of reach.", WAIT = "Too much at once: wait a moment.";
  const UNHEARD = "Nothing was heard: the table is out of reach. The line is still there; send it again.";
  function lose(seconds = 0) {
    source.close();
    lost = true;
    held = Date.now() + seconds * 1000;
    // What was not heard stays said, however often the table is looked for in vain.
    warn(unheard ? UNHEARD : (seconds ? WAIT : OUT) + " This page comes back by itself.");
    clearTimeout(retry);
    retry = setTimeout(async () => {
      const found = await fetch("/menu?line=", { cache: "no-store" }).catch(() => null);
      refused = Boolean(found && found.status === 403); // then it is asked again when it is looked at
      if (refused) warn(GONE);
      else if (found?.status === 429) lose(Number(found.headers.get("Retry-After")) || 1);
      else if (found && found.status !== 503) listen();
      else lose();
    }, Math.max(1500, seconds * 1000));
  }

  const wake = () => { if (!document.hidden && Date.now() - last > 3000) listen(); };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", listen);
  addEventListener("offline", lose);
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  setInterval(() => { if (!refused && !document.hidden && Date.now() > held && Date.now() - last > STALE) listen(); }, 2000);

  const fresh = () => [...crypto.getRandomValues(new Uint8Array(8))].map((n) => n.toString(16).padStart(2, "0")).join("");

  async function send(form, typed) {
    const fields = new URLSearchParams(new FormData(form));
    fields.set("line", typed);
    let found = null;
    try {
      found = await fetch("/say", { method: "POST", body: fields, headers: { Accept: "application/json" } });
    } catch {
      unheard = true;
      warn(UNHEARD);
      return false;
    }
    if (found.status === 409) {
      location.href = "/?line=" + encodeURIComponent(typed) + "&again=1";
      return false;
    }
    if (!found.ok) {
      warn({ 413: "That line is too long.", 429: WAIT }[found.status] || (found.status < 500 ? GONE : BROKEN));
      return false;
    }
    warn("");
    const nonce = form.elements.nonce;
    nonce.value = nonce.value.split(".")[0] + "." + fresh();
    return true;
  }

  // A second tap in a moment is no second word: what the first one did has yet to be read.
  const AGAIN = 700, narrow = matchMedia("(max-width:40rem)");
  let answered = 0;
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.id !== "say" && form.id !== "choose") return;
    event.preventDefault();
    if (form.dataset.busy || (form.id === "choose" && Date.now() - answered < AGAIN)) return;
    form.dataset.busy = "1";
    const typed = form.id === "say" ? line.value : event.submitter.value;
    hideMenu();
    const done = await send(form, typed);
    delete form.dataset.busy;
    if (done && form.id === "say") {
      if (typed.trim()) past.push(typed);
      at = past.length;
      line.value = "";
    }
    if (form.id === "choose") answered = Date.now();
    if (form.id === "choose" || (done && narrow.matches)) line?.blur(); // the words of the work come back
    if (done) toEnd();
  });

  // The line keeps the focus until a button is let go: else the words of the seat's work come back
  // under a finger that is still down, and all above them moves away from it.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest?.("button[form=choose],#say button") && document.activeElement === line) event.preventDefault();
  });

  // The menu.
  let chosen = -1, asked = 0, waiting = null;
  const past = [];
  let at = 0;
  function hideMenu() {
    if (!menu) return;
    asked += 1;
    clearTimeout(waiting);
    menu.replaceChildren();
    chosen = -1;
    line.setAttribute("aria-expanded", "false");
    line.removeAttribute("aria-activedescendant");
  }
  function pick(option) {
    line.value = option.dataset.line + " ";
    line.focus();
    offer();
  }
  function choose(step) {
    const options = [...menu.children];
    if (!options.length) return false;
    options[chosen]?.setAttribute("aria-selected", "false");
    chosen = (chosen + step + options.length) % options.length;
    options[chosen].setAttribute("aria-selected", "true");
    options[chosen].scrollIntoView({ block: "nearest" });
    line.setAttribute("aria-activedescendant", options[chosen].id);
    return true;
  }
  function offer() {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const mine = ++asked, typed = line.value;
      if (!typed) { hideMenu(); return; }
      const found = await fetch("/menu?line=" + encodeURIComponent(typed)).catch(() => null);
      if (!found || !found.ok || mine !== asked) return;
      const offers = await found.json();
      if (mine !== asked) return;
      chosen = -1;
      menu.replaceChildren(...offers.map((each, n) => {
        const option = document.createElement("li");
        option.id = "option-" + n;
        option.role = "option";
        option.dataset.line = each.line;
        const name = document.createElement("b"), about = document.createElement("small");
        name.textContent = each.text;
        about.textContent = each.about;
        option.append(name, " ", about);
        option.addEventListener("pointerdown", (event) => event.preventDefault());
        option.addEventListener("click", () => pick(option));
        return option;
      }));
      line.setAttribute("aria-expanded", offers.length ? "true" : "false");
      line.removeAttribute("aria-activedescendant");
    }, 70);
  }
  if (line) {
    for (const [name, value] of [["role", "combobox"], ["aria-controls", "menu"], ["aria-autocomplete", "list"], ["aria-expanded", "false"]]) line.setAttribute(name, value);
    line.addEventListener("input", offer);
    line.addEventListener("blur", () => setTimeout(hideMenu, 200));
    line.addEventListener("keydown", (event) => {
      const shown = menu.children.length > 0;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const step = event.key === "ArrowDown" ? 1 : -1;
        if (!(shown && choose(step))) {
          at = Math.max(0, Math.min(past.length, at + step));
          line.value = past[at] ?? "";
        }
        event.preventDefault();
      } else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) {
        pick(menu.children[chosen]);
        event.preventDefault();
      } else if (event.key === "Escape") hideMenu();
    });
    document.addEventListener("click", (event) => {
      const word = event.target.closest?.("a[href^='/?line=']");
      if (!word) return;
      event.preventDefault();
      line.value = new URL(word.href).searchParams.get("line");
      line.focus();
      offer();
    });
    if (line.value) { hideMenu(); line.focus(); line.setSelectionRange(line.value.length, line.value.length); offer(); }
  }
  // A page that cannot be reached is not gone to: the browser's own error page would have no way back.
  async function reach(go) {
    const found = lost ? null : await fetch("/style.css", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(4000) }).catch(() => null);
    if (found || refused) go();
    else lose(Math.max(0, (held - Date.now()) / 1000));
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.id === "earlier") showEarlier(link);
    else reach(() => { location.href = link.href; });
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "find") return;
    event.preventDefault();
    reach(() => event.target.submit());
  });
  unfold(false);
  toEnd();
  listen();
})();
