// What is wrong with the form of a page as it stands in the window now.
//
// One function: [phone, large] => {found: [{rule, at, what}]}.  phone: whether fingers tap here, so that
// controls want 44 px instead of 24; large: whether the text is enlarged, when rows may wrap as they
// must.  It reads the page and changes nothing.
([phone, large]) => {
  const found = [];
  const add = (rule, element, what) => found.push({ rule, at: placeOf(element), what });

  // --- what an element is, and whether it can be seen

  const boxOf = (element) => element.getBoundingClientRect();
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const wordsOf = (element) =>
    (element.innerText || element.getAttribute?.("aria-label") || "")
      .trim()
      .replace(/\s+/g, " ")
      .slice(0, 60);
  const shortName = (element, classes) => {
    const names = [...element.classList].slice(0, classes).join(".");
    return element.localName + (names ? `.${names}` : "");
  };
  const placeOf = (element) => {
    if (!element || !element.tagName) return "page";
    const parent = element.parentElement;
    const within = parent && parent !== document.body ? `${shortName(parent, 1)} > ` : "";
    return within + shortName(element, 2);
  };
  const forReadersOnly = /(^|\s)(sr|seen-only|visually-hidden)(\s|$)/;
  const hides = (parent, element) => {
    const style = styleOf(parent);
    const names = parent.className?.baseVal ?? parent.className ?? "";
    return (
      parent.hasAttribute("inert") ||
      parent.hasAttribute("hidden") ||
      style.display === "none" ||
      style.visibility === "hidden" ||
      style.opacity === "0" ||
      forReadersOnly.test(names) ||
      (style.clipPath !== "none" && boxOf(parent).width <= 2) ||
      (parent.localName === "details" &&
        !parent.open &&
        parent !== element &&
        element.closest("summary")?.parentElement !== parent)
    );
  };
  const hidden = (element) => {
    for (let parent = element; parent; parent = parent.parentElement) {
      if (hides(parent, element)) return true;
    }
    return false;
  };
  const ownText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const picture = (element) =>
    element.closest("[aria-hidden=true]") ||
    ![element, ...element.querySelectorAll("*")].some(
      (part) =>
        !(part instanceof SVGElement) && !part.closest("[aria-hidden=true]") && ownText(part),
    );

  const unseen = ["SCRIPT", "STYLE", "TEMPLATE", "DEFS"];
  const all = [...document.querySelectorAll("body *")].filter(
    (element) =>
      !unseen.includes(element.tagName) &&
      !(element instanceof SVGElement && element.localName !== "svg"),
  );
  const seen = all.filter((element) => {
    const box = boxOf(element);
    return box.width > 0 && box.height > 0 && !hidden(element);
  });
  const width = document.documentElement.clientWidth;
  const height = innerHeight;

  // --- the page, and boxes that cut or scroll

  const pageWide = () => {
    const needed = document.documentElement.scrollWidth;
    if (needed <= width + 1) return;
    const widest = seen.filter((element) => boxOf(element).right > width + 1).pop();
    add("page-wide", widest, `${needed} > ${width}: ${widest ? wordsOf(widest) : ""}`);
  };

  const cutOrScrolling = (element) => {
    if (element instanceof SVGElement || element.matches("select, input") || picture(element)) {
      return;
    }
    const style = styleOf(element);
    const cuts = (overflow) => overflow === "hidden" || overflow === "clip";
    const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
    const across = element.scrollWidth - element.clientWidth;
    const down = element.scrollHeight - element.clientHeight;
    const words = wordsOf(element);
    const isPage = element === document.scrollingElement || element === document.body;
    if (across > 1 && cuts(style.overflowX)) {
      add("cut", element, `${across} px of the width: ${words}`);
    } else if (across > 1 && scrolls(style.overflowX) && !element.matches("[data-scroll-sign]")) {
      add("scrolls-sideways", element, `${across} px: ${words}`);
    }
    if (down > 2 && cuts(style.overflowY)) {
      add("cut", element, `${down} px of the height: ${words}`);
    } else if (
      down > 2 &&
      scrolls(style.overflowY) &&
      !isPage &&
      !element.matches("[data-scroll-sign]")
    ) {
      add("scrolls-unsaid", element, `${down} of ${element.scrollHeight} px below: ${words}`);
    }
  };

  const drawn =
    ".panel, .card, section, article, li, .felt, .bubble, .btn, button, .tile, aside, .opt, .call";
  const outOfBox = (element) => {
    const style = styleOf(element);
    const bare = style.backgroundColor === "rgba(0, 0, 0, 0)" && style.borderTopWidth === "0px";
    if (bare || !element.matches(drawn)) return;
    const outer = boxOf(element);
    const leaves = (part) => {
      const box = boxOf(part);
      return Math.max(box.right - outer.right, outer.left - box.left);
    };
    const part = [...element.querySelectorAll("button, a, select, input, p, h2, h3, b")].find(
      (inner) =>
        boxOf(inner).width &&
        !inner.closest(".fan, .t3hand, [data-scroll-sign]") &&
        styleOf(inner).position !== "absolute" &&
        !hidden(inner) &&
        leaves(inner) > 2,
    );
    if (part) {
      const far = Math.round(leaves(part));
      add("out-of-box", part, `${far} px out of ${placeOf(element)}: ${wordsOf(part)}`);
    }
  };

  // --- controls

  const controls = seen.filter((element) =>
    element.matches(
      "button, a[href], select, input:not([type=hidden]), summary, [role=slider], [role=switch]",
    ),
  );
  const inSentence = (element) => {
    const around = (element.parentElement?.innerText || "").trim().length;
    const own = (element.innerText || "").trim().length;
    return element.localName === "a" && styleOf(element).display === "inline" && around > own + 8;
  };
  const shownWidth = (element, fan) => {
    const slots = fan ? [...fan.querySelectorAll(".slot")] : [];
    const next = slots[slots.indexOf(element) + 1];
    const strip = next && slots.includes(element) ? boxOf(next).left - boxOf(element).left : 0;
    return Math.abs(strip) || boxOf(element).width;
  };
  const smallOrCovered = (element) => {
    if (element.matches(".skip")) return;
    const box = boxOf(element);
    const fan = element.closest(".fan, .hrow");
    const wide = shownWidth(element, fan);
    const size = `${Math.round(wide)} x ${Math.round(box.height)}: ${wordsOf(element)}`;
    const below = (least) => wide < least - 0.5 || box.height < least - 0.5;
    if (!inSentence(element) && below(24)) {
      add("tap-small", element, size);
    } else if (phone && !inSentence(element) && !fan && below(44)) {
      add("tap-under-44", element, size);
    }
    const whole = box.top >= 0 && box.bottom <= height && box.left >= 0 && box.right <= width;
    if (!whole || element.matches("[disabled]")) return;
    const x = box.left + (fan ? Math.min(wide, box.width) : box.width) / 2;
    const y = box.top + (fan ? Math.min(20, box.height / 2) : box.height / 2);
    const top = document.elementFromPoint(x, y);
    const sameFan = fan && top?.closest(".fan, .t3hand") === element.closest(".fan, .t3hand");
    if (top && !element.contains(top) && !top.contains(element) && !sameFan) {
      add("covered", element, `by ${placeOf(top)}: ${wordsOf(element)}`);
    }
  };

  // --- words: over each other, and pale

  const texts = () => {
    const silent = ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION", "TEMPLATE"];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const read = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || !parent || parent instanceof SVGElement) continue;
      if (silent.includes(parent.tagName) || hidden(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((line) => line.width > 1);
      if (lines.length) read.push({ words: node.data.trim(), parent, lines });
    }
    return read;
  };
  const MOST = 6;
  const overEachOther = (read) => {
    const lines = read
      .filter((text) => !text.parent.closest(".fan, svg"))
      .flatMap((text) => text.lines.map((line) => ({ ...text, line })))
      .filter(({ line }) => line.top < height && line.bottom > 0 && line.left < width);
    const meet = (one, other) => {
      if (one.parent.contains(other.parent) || other.parent.contains(one.parent)) return false;
      const left = Math.max(one.line.left, other.line.left);
      const top = Math.max(one.line.top, other.line.top);
      const across = Math.min(one.line.right, other.line.right) - left;
      const down = Math.min(one.line.bottom, other.line.bottom) - top;
      if (across <= 4 || down <= Math.min(one.line.height, other.line.height) * 0.45) return false;
      const upper = document.elementFromPoint(left + across / 2, top + down / 2);
      return upper && (one.parent.contains(upper) || other.parent.contains(upper));
    };
    let hits = 0;
    for (let i = 0; i < lines.length && hits < MOST; i++) {
      const other = lines.slice(i + 1).find((line) => meet(lines[i], line));
      if (!other) continue;
      const both = [lines[i], other].map((text) => `“${text.words.slice(0, 24)}”`);
      add("words-over-words", lines[i].parent, both.join(" and "));
      hits += 1;
    }
  };

  const colourOf = (text) => {
    const match = text.match(/rgba?\(([^)]+)\)/) || text.match(/color\(srgb ([^)]+)\)/);
    if (!match) return null;
    const [r, g, b, a = 1] = match[1]
      .split(/[ ,/]+/)
      .filter(Boolean)
      .map(Number);
    const scale = text.includes("color(") ? 255 : 1;
    return [r * scale, g * scale, b * scale, a];
  };
  const laidOver = (upper, lower) => [
    ...[0, 1, 2].map((i) => upper[i] * upper[3] + lower[i] * (1 - upper[3])),
    1,
  ];
  const layerOf = (style) => {
    const plain = colourOf(style.backgroundColor);
    if (!/gradient/.test(style.backgroundImage) || (plain && plain[3] >= 1)) return plain;
    const first = colourOf(style.backgroundImage);
    return first && first[3] ? first : plain;
  };
  const groundOf = (element) => {
    const layers = [];
    for (let parent = element; parent; parent = parent.parentElement) {
      const layer = layerOf(styleOf(parent));
      if (layer && layer[3] > 0) layers.push(layer);
      if (layer && layer[3] >= 1) break;
    }
    return layers.reverse().reduce((ground, layer) => laidOver(layer, ground), [255, 255, 255, 1]);
  };
  const light = (colour) => {
    const linear = colour.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const pale = (read) => {
    const told = new Set();
    for (const { words, parent } of read) {
      const style = styleOf(parent);
      const colour = colourOf(style.color);
      if (!colour || parent.closest("[disabled], [aria-disabled=true]")) continue;
      let opacity = 1;
      for (let outer = parent; outer; outer = outer.parentElement) {
        opacity *= Number(styleOf(outer).opacity);
      }
      const ground = groundOf(parent);
      const ink = laidOver([...colour.slice(0, 3), colour[3] * opacity], ground);
      const [dark, bright] = [light(ink), light(ground)].sort((one, other) => one - other);
      const contrast = (bright + 0.05) / (dark + 0.05);
      const px = parseFloat(style.fontSize);
      const large = px >= 24 || (px >= 18.6 && Number(style.fontWeight) >= 700);
      if (contrast >= (large ? 3 : 4.5) - 0.02 || told.has(placeOf(parent))) continue;
      told.add(placeOf(parent));
      add("pale", parent, `${contrast.toFixed(1)}:1 ${px}px: ${words.slice(0, 40)}`);
    }
  };

  // --- rows and switches

  const bars = ".bar, .strip, .sets, nav, .tools, header.top *";
  const strayWrap = (element) => {
    const style = styleOf(element);
    const wraps = /flex/.test(style.display) && style.flexWrap === "wrap";
    if (!wraps || style.flexDirection !== "row" || !element.matches(bars)) return;
    const parts = [...element.children].filter((part) => boxOf(part).width > 0 && !hidden(part));
    if (parts.length < 4) return;
    const [before, last] = parts.slice(-2);
    if (boxOf(last).top > boxOf(before).bottom - 2) add("stray-wrap", last, wordsOf(last));
  };
  const themeSwitches = () => {
    const named = (element) =>
      (element.getAttribute("aria-label") || "") + (element.title || "") + element.className;
    const switches = controls.filter((element) =>
      /light and dark|dark mode|theme/i.test(named(element)),
    );
    if (switches.length > 1) add("two-theme-switches", switches[1], `${switches.length}`);
  };

  // --- the own hand on a table

  const ownHand = () => {
    const felt = document.querySelector(".cl-table .felt, .felt");
    if (!felt || hidden(felt)) return;
    const slots = ".s .fan .slot, .hd2 .fan .slot, .t3hand .slot";
    const hand = [...felt.querySelectorAll(slots)].filter((slot) => !hidden(slot));
    if (!hand.length) return;
    const faceWidth = (face) => parseFloat(styleOf(face).width) || boxOf(face).width;
    const others = [...felt.querySelectorAll("svg.cardsvg, .pic svg, svg.pic, svg.card")].filter(
      (face) => !hidden(face) && !face.closest(".s, .hd2, .t3hand, .backs"),
    );
    const other = Math.round(Math.max(0, ...others.map(faceWidth)));
    const face = hand[0].querySelector(".cardsvg, .pic, svg");
    const own = Math.round(face ? faceWidth(face) : hand[0].offsetWidth);
    const strips = hand
      .slice(1)
      .map((slot, i) => slot.offsetLeft - hand[i].offsetLeft)
      .filter((strip) => strip > 0);
    const strip = strips.length ? Math.min(...strips) : own;
    const foot = Math.round(Math.max(...hand.map((slot) => boxOf(slot).bottom)) + scrollY);
    if (own + 1 < other) add("hand-not-largest", hand[0], `own ${own} px, another ${other} px`);
    if (strip < 24 && hand.length > 1) {
      add("strip-narrow", hand[0], `${Math.round(strip)} px of each of ${hand.length} cards`);
    }
    if (foot > height + 1) add("hand-below-window", hand[0], `${foot - height} px below`);
  };

  const read = texts();
  pageWide();
  seen.forEach(cutOrScrolling);
  seen.forEach(outOfBox);
  controls.forEach(smallOrCovered);
  overEachOther(read);
  pale(read);
  if (!large) seen.forEach(strayWrap);
  themeSwitches();
  ownHand();
  return { found };
};
