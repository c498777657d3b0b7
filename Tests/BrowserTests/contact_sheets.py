"""A sheet of small pictures with their addresses, to see many pages at a glance; a page of the browser composes it."""

import base64
import html

COLUMNS = 10
STYLE = """
    body { margin: 16px; background: #777; font: 13px system-ui, sans-serif; color: #fff; }
    h1 { margin: 0 0 12px; font-size: 20px; }
    main { display: grid; grid-template-columns: repeat(%d, %dpx); gap: 16px 12px; align-items: start; }
    figure { margin: 0; }
    img { display: block; width: 100%%; border-radius: 4px; }
    figcaption { margin-top: 4px; overflow-wrap: anywhere; }
"""


def contact_sheet(browser, title, pictures, path):
    """Draws pictures, each a file with its name, into one."""
    if not pictures:
        return
    page = browser.new_page()
    page.goto("about:blank")
    first = page.evaluate(
        "async (source) => { const image = new Image(); image.src = source; await image.decode(); return image.width / image.height; }",
        source(pictures[0][0]),
    )
    columns, width = (COLUMNS, 195) if first < 1 else (COLUMNS // 2, 400)
    figures = "".join(f'<figure><img src="{source(file)}"><figcaption>{html.escape(name)}</figcaption></figure>' for file, name in pictures)
    page.set_viewport_size({"width": columns * (width + 12) + 20, "height": 600})
    page.set_content(f"<style>{STYLE % (columns, width)}</style><h1>{html.escape(title)}</h1><main>{figures}</main>")
    page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
    page.screenshot(path=path, full_page=True)
    page.close()


def source(file):
    return f"data:image/png;base64,{base64.b64encode(file.read_bytes()).decode()}"
