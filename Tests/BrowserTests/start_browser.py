"""Starts the browser of the page tests once and draws a page: whether a failure of them can be theirs."""

from playwright.sync_api import sync_playwright

from conftest import launched

with sync_playwright() as playwright:
    browser = launched(playwright, "chromium-headless-shell")
    page = browser.new_page()
    page.set_content("<h1>It starts</h1>")
    print(f"Chromium {browser.version}: {page.inner_text('h1')}")
    browser.close()
