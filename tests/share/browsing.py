"""A real browser at a phone's width or a laptop's: Chromium, driven by Selenium. Where there is
none the tests that need it are skipped, and say so."""

import os
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import NamedTuple

from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE, LAPTOP = (360, 740), (1280, 800)
PATIENCE = 40.0
"""Seconds after which what is waited for will not come: ample for a busy machine."""
_OPTIONS = (
    *("--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"),
    *("--disable-features=Translate", "--hide-scrollbars", "--force-device-scale-factor=1"),
)


def find_browser() -> str | None:
    """The browser; None without one, or without its driver."""
    found = next(filter(None, map(which, BROWSERS)), None)
    return found if which("chromedriver") else None


def _list_names(tap: WebElement) -> tuple[str | None, ...]:
    """What a button says, and the line that it says."""
    return (tap.text, tap.get_attribute("value"))


class _Kept(NamedTuple):
    """Browsers that are kept: what ends them, and those that nobody uses."""

    stack: ExitStack
    idle: list[Chrome]


_kept: list[_Kept] = []


class Page:
    """A browser's window with a seat's page in it."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, url: str) -> "Page":
        """Follow a link, until the page listens."""
        self.driver.get(url)
        self.wait(lambda: bool(self.find_all("#state, #part, #log")))
        return self

    def find_all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def read(self, selector: str = "body") -> str:
        """The text of a part of the page, as it is to be seen."""
        return str(
            self.driver.execute_script(
                "const e = document.querySelector(arguments[0]); return e ? e.innerText : ''",
                selector,
            )
        )

    def say(self, line: str) -> "Page":
        """Type a line and Enter, until it is answered."""
        box = self.find("#line")
        answers = len(self.find_all("article.mine"))
        box.send_keys(line, Keys.ESCAPE, Keys.ENTER)
        return self.wait(lambda: len(self.find_all("article.mine")) > answers)

    def press(self, text: str) -> ActionChains:
        """Put a finger on the button that says this; it is lifted by `.release().perform()`."""
        button = next(each for each in self.find_all("button") if text in _list_names(each))
        ActionChains(self.driver).click_and_hold(button).perform()
        return ActionChains(self.driver)

    def tap(self, text: str) -> "Page":
        """Tap the button, or the link, that says this."""
        taps = [each for each in self.find_all("button, a") if text in _list_names(each)]
        assert taps, (text, [each.text for each in self.find_all("button, a")])
        at_once = "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})"
        self.driver.execute_script(at_once, taps[0])
        taps[0].click()
        return self

    def wait(self, until: Callable[[], bool]) -> "Page":
        """Until something is to be seen."""
        give_up = monotonic() + PATIENCE
        while not until():
            assert monotonic() < give_up, f"Waited in vain:\n{self.read()}"
            sleep(0.03)
        return self

    def wait_for(self, text: str, selector: str = "body") -> "Page":
        """Until a part of the page says this."""
        return self.wait(lambda: text in self.read(selector))

    def _is_still(self) -> bool:
        top = "return document.getElementById('log')?.scrollTop ?? 0"
        before = self.driver.execute_script(top)
        sleep(0.3)
        return bool(self.driver.execute_script(top) == before)

    def go_offline(self, offline: bool) -> None:
        """Lose the network, or find it again."""
        command = "Network.emulateNetworkConditions"
        self.driver.execute_cdp_cmd("Network.enable", {})
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd(command, {"offline": offline, **speed})

    def list_problems(self) -> list[str]:
        """What the browser complained of, but for the network that was taken away."""
        logged = [str(each["message"]) for each in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]
        return [each for each in logged if "ERR_INTERNET_DISCONNECTED" not in each]

    def save(self, path: Path) -> None:
        """A picture of what is in sight, once nothing moves any more, in the format of its name."""
        self.wait(self._is_still)
        form = {"format": path.suffix[1:], **({"quality": 60} if path.suffix == ".webp" else {})}
        drawn = self.driver.execute_cdp_cmd("Page.captureScreenshot", form)
        path.write_bytes(b64decode(drawn["data"]))


@contextmanager
def keep_browsers() -> Iterator[None]:
    """Until its end a browser that is done with is used again: to start one takes a second."""
    with ExitStack() as stack:
        _kept.append(_Kept(stack, []))
        try:
            yield
        finally:
            _kept.pop()


@contextmanager
def open_browser(size: tuple[int, int] = PHONE, *, dark: bool = False) -> Iterator[Page]:
    """A browser with nothing in it, which forgets all at the end."""
    with ExitStack() as stack:
        kept = _kept[-1] if _kept else _Kept(stack, [])
        driver = kept.idle.pop() if kept.idle else kept.stack.enter_context(_start_browser(size))
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1}
        command = "Emulation.setDeviceMetricsOverride"
        driver.execute_cdp_cmd(command, {**metrics, "mobile": size == PHONE})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        yield Page(driver)
        if _kept:
            _forget_all(driver)
            kept.idle.append(driver)


def _forget_all(driver: Chrome) -> None:
    """Leave a new window, and nothing of what was stored or said in the old ones."""
    for window in driver.window_handles:
        driver.switch_to.window(window)
        origin = driver.execute_script("return location.origin")
        if str(origin).startswith("http"):
            what = {"origin": origin, "storageTypes": "all"}
            driver.execute_cdp_cmd("Storage.clearDataForOrigin", what)
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    old = driver.window_handles
    driver.switch_to.new_window("window")
    new = driver.current_window_handle
    for window in old:
        driver.switch_to.window(window)
        driver.close()
    driver.switch_to.window(new)
    driver.get_log("browser")  # type: ignore[no-untyped-call]


@contextmanager
def _start_browser(size: tuple[int, int]) -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = find_browser() or ""
    width, height = size
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        own = (f"--user-data-dir={profile}", f"--window-size={width},{height}")
        sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()
        for option in (*_OPTIONS, *own, *sandbox):
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = Chrome(options=options, service=ChromeService(which("chromedriver")))
        try:
            yield driver
        finally:
            driver.quit()
