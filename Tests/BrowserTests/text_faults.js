// Faults of the words that a page shows: cut, broken within a word, outside their box, on other words or under
// something else. Evaluates to a list of lines, each with the fault, the words and where they are.
() => {
  // A letter's box is taller than its ink, and a browser lays out in parts of a pixel.
  const tolerance = 1.5;
  const onEachOther = 3;

  const sheets = [...document.querySelectorAll("dialog[open]")];
  const root = sheets.at(-1) ?? document.body;
  const said = (words) => words.replace(/\s+/g, " ").trim().slice(0, 60);
  const where = (element) => {
    const parts = [];
    for (let part = element; part && part !== root && parts.length < 4; part = part.parentElement) {
      parts.unshift(part.localName + [...part.classList].map((name) => `.${name}`).join(""));
    }
    return parts.join(" > ");
  };
  const styles = new Map();
  const style = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const clips = (value) => value === "hidden" || value === "clip";
  const scrolls = (value) => value === "auto" || value === "scroll";
  const isSeen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  // The map writes names where they belong, and its markers may meet as those do for whom they stand.
  const isLeftOut = (element) => element.closest(".visually-hidden, .maplibregl-map, script, style, option, [inert], svg title") !== null;

  /** The layer that words lie in, and what scrolls them: only words with both in common have a place in common. */
  const layerOf = (element) => {
    const layer = { fixed: root, scroller: root };
    for (let part = element; part && part !== root; part = part.parentElement) {
      const { position, overflowX, overflowY } = style(part);
      if (layer.scroller === root && (scrolls(overflowX) || scrolls(overflowY))) layer.scroller = part;
      if (layer.fixed === root && (position === "fixed" || position === "sticky")) layer.fixed = part;
    }
    return layer;
  };
  const isBox = (element) => {
    const { backgroundColor, borderLeftWidth, borderRightWidth, display } = style(element);
    if (display === "inline" || display === "contents") return false;
    const isFilled = !/rgba\(.*, 0\)$|transparent/.test(backgroundColor);
    return isFilled || (parseFloat(borderLeftWidth) > 0 && parseFloat(borderRightWidth) > 0);
  };

  const faults = [];
  const found = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || isLeftOut(element) || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
    if (boxes.length === 0) continue;
    found.push({ node, element, boxes, words: said(node.data), layer: layerOf(element), isDrawn: element.closest("svg") !== null });
  }

  for (const { node, element, boxes, words, isDrawn } of found) {
    const fault = (name, part) => faults.push(`${name}: “${words}” in ${where(element)}${part ? `, by ${where(part)}` : ""}`);
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const line = Math.max(...boxes.map((box) => box.height));
    // Up to the first part that scrolls, all words must lie within what clips them and within what is drawn around them.
    // A panel that is drawn up shows more of itself.
    const isScrolled = { x: false, y: element.closest("bottom-panel") !== null };
    for (let part = element; part && part !== document.documentElement && !isDrawn; part = part.parentElement) {
      const { overflowX, overflowY } = style(part);
      isScrolled.x ||= scrolls(overflowX);
      isScrolled.y ||= scrolls(overflowY);
      const box = part.getBoundingClientRect();
      const isCutX = !isScrolled.x && (left < box.left - tolerance || right > box.right + tolerance);
      const isCutY = !isScrolled.y && (top < box.top - line / 3 || bottom > box.bottom + line / 3);
      if (isCutX && clips(overflowX)) fault("cut", part);
      else if (isCutY && clips(overflowY)) fault("cut below", part);
      else if (isCutX && isBox(part)) fault("outside its box", part);
      else if (isCutY && isBox(part)) fault("above or below its box", part);
      else continue;
      break;
    }
    if (!isScrolled.x && (left < -tolerance || right > innerWidth + tolerance)) fault("outside the screen");
    // A word over two lines that no hyphen holds together; characters of Chinese may go anywhere.
    if (boxes.length > 1 && !isDrawn) {
      const part = document.createRange();
      for (const match of node.data.matchAll(/[\p{Script=Latin}\p{M}\p{N}’']{2,}/gu)) {
        part.setStart(node, match.index);
        part.setEnd(node, match.index + match[0].length);
        const tops = [...part.getClientRects()].filter((box) => box.width > 0.5).map((box) => box.top);
        if (Math.max(...tops) - Math.min(...tops) > 4) faults.push(`broken: “${match[0]}” in ${where(element)}`);
      }
    }
  }

  // The text in a field must fit into it: what it suggests, and what was chosen.
  const pen = document.createElement("canvas").getContext("2d");
  for (const field of root.querySelectorAll("input, select, textarea")) {
    if (isLeftOut(field) || !isSeen(field) || field.type === "file" || field.closest("label.visually-hidden")) continue;
    const chosen = field.localName === "select" ? field.selectedOptions[0]?.label : field.value ? "" : field.placeholder;
    if (!chosen || field.localName === "textarea") continue;
    const { font, paddingLeft, paddingRight } = style(field);
    pen.font = font;
    const arrow = field.localName === "select" && style(field).appearance !== "none" ? 20 : 0;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    if (room > 0 && pen.measureText(chosen).width > room + tolerance) faults.push(`does not fit: “${said(chosen)}” in ${where(field)}`);
  }

  // Letters on letters, and letters on a button that is not theirs.
  const meets = (one, other, by) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > by.x &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > by.y;
  const isSame = (one, other) => one.layer.fixed === other.layer.fixed && one.layer.scroller === other.layer.scroller;
  for (const [index, one] of found.entries()) {
    for (const other of found.slice(index + 1)) {
      if (!isSame(one, other) || one.element.contains(other.element) !== one.element.contains(other.element)) continue;
      const hit = one.boxes.some((box) => other.boxes.some((second) =>
        meets(box, second, { x: onEachOther, y: Math.min(box.height, second.height) * 0.3 })));
      if (hit) faults.push(`on each other: “${one.words}” in ${where(one.element)} and “${other.words}” in ${where(other.element)}`);
    }
  }
  // Of a button that is drawn by nothing but its content, the content counts.
  const drawn = (button) => (isBox(button) || button.matches("input, select") ? [button] : [...button.querySelectorAll("img, svg, .avatar")]);
  const buttons = [...root.querySelectorAll("button, a.button, select, input:not([type=hidden])")]
    .filter((button) => !isLeftOut(button) && isSeen(button) && style(button).opacity > 0.1)
    .flatMap((button) => drawn(button).map((part) => ({ element: button, box: part.getBoundingClientRect(), layer: layerOf(button) })))
    .filter(({ box }) => box.width > 4 && box.height > 4);
  // Words that are drawn along a curve have boxes that say too little of them.
  for (const one of found) {
    for (const button of buttons) {
      const isIts = button.element.contains(one.element) || one.element.contains(button.element) || button.element.closest("label")?.contains(one.element);
      if (isIts || one.isDrawn || !isSame(one, button)) continue;
      if (one.boxes.some((box) => meets(box, button.box, { x: onEachOther, y: box.height * 0.3 }))) {
        faults.push(`on a button: “${one.words}” in ${where(one.element)} and ${where(button.element)}`);
      }
    }
  }

  // Words at an end of what scrolls that something else covers: no scrolling brings them out.
  const isOpaque = (part) => {
    if (!isSeen(part)) return false;
    if (part.matches("img, canvas, video")) return true;
    const [, , , alpha = 1] = style(part).backgroundColor.match(/[\d.]+/g) ?? [];
    return Number(alpha) > 0.3 && !part.closest("svg");
  };
  const coverOf = (element, x, y) => {
    for (const part of document.elementsFromPoint(x, y)) {
      if (part.contains(element) || element.contains(part)) return undefined;
      if (isOpaque(part)) return part;
    }
    return undefined;
  };
  for (const { element, boxes, words } of found) {
    // What no finger meets is not found under it either.
    if (style(element).pointerEvents === "none" || element.closest("bottom-panel")) continue;
    for (const box of boxes) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      let scroller = element.parentElement;
      while (scroller && scroller !== root && !(scrolls(style(scroller).overflowY) && scroller.scrollHeight > scroller.clientHeight + 1)) scroller = scroller.parentElement;
      const frame = (scroller ?? root).getBoundingClientRect();
      if (y < frame.top || y > frame.bottom) continue;
      const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller ?? {};
      const isUpper = y < frame.top + frame.height / 2;
      if (isUpper ? scrollTop > 1 : scrollTop < scrollHeight - clientHeight - 1) continue;
      const cover = coverOf(element, x, y);
      if (cover) faults.push(`covered: “${words}” in ${where(element)} by ${where(cover)}`);
      if (cover) break;
    }
  }
  return [...new Set(faults)];
}
