"""Scripts that find what does not fit on a page: elements wider than the phone, and text that is cut or broken."""

WIDER = """
() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const beyond = [...document.querySelectorAll('body *')].filter(
    (one) => one.getBoundingClientRect().right > innerWidth + .5 && one.checkVisibility()).map((one) => one.outerHTML);
  for (const range = document.createRange(); texts.nextNode(); ) {
    range.selectNode(texts.currentNode);
    if (range.getBoundingClientRect().right > innerWidth + .5)
      beyond.push(texts.currentNode.parentElement.outerHTML);
  }
  return [document.documentElement.scrollWidth, ...beyond.map((one) => one.slice(0, 120)).slice(-6)];
}
"""
"""The width of a page that scrolls sideways, and the elements that reach beyond it. Empty if all fits."""

CUT = """
(names) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), spoilt = [];
  const range = document.createRange();
  const lines = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter((line) => line.width);
  };
  while (texts.nextNode()) {
    const node = texts.currentNode, text = node.data;
    let one = node.parentElement;
    if (!text.trim() || !one.checkVisibility() || one.closest('bdi, svg, script, style, noscript')) continue;
    const free = text.includes('://') || names.some((name) => text.includes(name));
    while (getComputedStyle(one).display === 'inline') one = one.parentElement;
    const button = one.closest('a, button'), tapped = button?.getBoundingClientRect();
    const box = one.getBoundingClientRect();
    // What is only told, not shown, is drawn into a single dot.
    if (box.width < 2) continue;
    const all = lines(node, 0, text.length);
    const cut = getComputedStyle(one).overflowX !== 'visible' &&
      all.some((line) => line.right > box.right + 1 || line.left < box.left - 1);
    // A word does not touch the frame of its button.
    const frame = button && parseFloat(getComputedStyle(button).borderRightWidth);
    const inside = tapped && (frame ? tapped.right - frame : tapped.right + 1);
    const out = tapped && all.some((line) => line.bottom > tapped.bottom + 1 || line.right > inside);
    const signs = [...button?.querySelectorAll('svg *') ?? []].map((part) => part.getBoundingClientRect());
    // Between these heights a line of text has letters.
    const middle = ({ left, right, top, height }) => [left, right, top + 0.3 * height, top + 0.7 * height];
    const under = signs.some((sign) => all.map(middle).some(([left, right, top, bottom]) =>
      left < sign.right - 1 && right > sign.left + 1 && top < sign.bottom && bottom > sign.top));
    const others = document.createTreeWalker(button ?? one, NodeFilter.SHOW_TEXT), written = [];
    while (button && others.nextNode())
      if (others.currentNode !== node && others.currentNode.data.trim())
        written.push(...lines(others.currentNode, 0, others.currentNode.data.length).map(middle));
    const over = written.some(([left, right, top, bottom]) => all.map(middle).some(([from, to, high, low]) =>
      from < right - 1 && to > left + 1 && high < bottom && low > top));
    const tops = (start, end) => new Set(lines(node, start, end).map((line) => Math.round(line.top))).size;
    const broken = tops(0, text.length) > 1 && [...text.matchAll(/[^\\s/–-]+/g)].some((word) =>
      !word[0].includes('\u00ad') && tops(word.index, word.index + word[0].length) > 1);
    if (under || over || !free && (cut || out || broken))
      spoilt.push(text.trim() + ' | ' + one.outerHTML.slice(0, 160));
  }
  return spoilt;
}
"""
"""Texts that are cut at their box, reach out of their button, lie under its icon or over its other text, or are broken
within a word.

Names of players can be cut and broken, and addresses broken.
"""

SHORT_NAMES_CUT = """
() => {
  const range = document.createRange();
  return [...document.querySelectorAll('main bdi')].filter((name) => {
    let one = name;
    if (name.textContent.length > 4 || !name.checkVisibility()) return false;
    while (getComputedStyle(one).display === 'inline') one = one.parentElement;
    range.selectNodeContents(name);
    return range.getBoundingClientRect().right > Math.min(one.getBoundingClientRect().right, innerWidth) + .5;
  }).map((one) => one.parentElement.innerText + ' | ' + one.parentElement.outerHTML.slice(0, 160));
}
"""
"""Names of up to four letters that are not shown in full."""

HEADS_AT_THE_EDGE = """
() => [...document.querySelectorAll('.bar h1, .bar p')].filter((one) => {
  const [words, bar] = [one, one.closest('.bar')].map((part) => part.getBoundingClientRect());
  return words.top < bar.top + 2 || words.bottom > bar.bottom - 2 || one.scrollHeight > one.clientHeight + 3;
}).map((one) => one.innerText)
"""
"""Lines of a page heading that touch the edge of their bar, or are cut."""


NAMES_CUT = """
(short) => {
  const range = document.createRange();
  const names = [...document.querySelectorAll('bdi')].filter((name) => name.checkVisibility() && !name.closest('.bar'));
  const spoilt = names.filter((name) => {
    let one = name;
    while (getComputedStyle(one).display === 'inline') one = one.parentElement;
    // What is only told, not shown, is drawn into a single dot.
    if (name.getBoundingClientRect().width < 2 || one.getBoundingClientRect().width < 2) return false;
    const cut = one.scrollWidth > one.clientWidth + 1;
    if (cut && (name.textContent.length <= short || getComputedStyle(one).textOverflow !== 'ellipsis')) return true;
    const text = [...name.childNodes].find((part) => part.nodeType === Node.TEXT_NODE && part.data.trim());
    return text && [...text.data.matchAll(/[^\\s-]+/g)].some((word) => {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1;
    });
  });
  const texts = [...document.querySelectorAll('.race text')].filter((text) =>
    text.getBoundingClientRect().right > text.ownerSVGElement.getBoundingClientRect().right + 1);
  return [...spoilt, ...texts].map((one) => one.textContent + ' | ' + one.parentElement.outerHTML.slice(0, 120));
}
"""
"""Names that are cut without dots, cut although they have so few letters, or broken within a word."""


RUN_TOGETHER = """
() => {
  const range = document.createRange();
  const drawn = (cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
      const node = texts.currentNode, one = node.parentElement;
      if (!node.data.trim() || one.closest('bdi') || getComputedStyle(one).position === 'absolute') continue;
      range.selectNodeContents(node);
      found.push(...[...range.getClientRects()].filter((line) => line.width > 1));
    }
    return found;
  };
  const meets = (cell) => cell.nextElementSibling && drawn(cell).some((one) => drawn(cell.nextElementSibling).some(
    (next) => one.right > next.left - 1.5 && one.top < next.bottom - 3 && next.top < one.bottom - 3));
  const below = (name) => {
    const sign = name.previousElementSibling;
    const middle = ({ top, bottom }) => (top + bottom) / 2;
    return sign?.matches('svg.player-sign') &&
      middle(sign.getBoundingClientRect()) < name.getClientRects()[0]?.top;
  };
  return [...[...document.querySelectorAll('.sheet tr:not(.total, .foot) > *')].filter(meets),
    ...[...document.querySelectorAll('.pad th > bdi')].filter(below)].map((one) => one.innerText);
}
"""
"""Cells of a sheet whose text runs into the next column, and names on a pad that stand below their sign."""
