/**
 * Draws the map of concepts and games from its data into an element. Every sentence, state and address comes in the data;
 * what is decided here is only where things stand, what is folded, and where the keyboard is.
 *
 * drawMap(root, data, { heading: "h1", onPick(id), onFocus(id), slash: document }) may be called again with other data.
 */
const MAP_ICONS = {
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14ZM16 16l5 5",
  arrow: "M5 12h14M13 6l6 6-6 6",
  chevron: "M6 9l6 6 6-6",
};
const MAP_WORDS = {
  find: "Find a concept or a game",
  needs: "Needs",
  focus: "In focus",
  opens: "Opens",
  brings: "New in it",
  nothing: "nothing",
  nothingYet: "nothing yet",
  nothingNew: "nothing new",
  next: "Next for you",
  map: "Map",
  list: "List",
  compact: "Compact",
  roomy: "Roomy",
  view: "View",
  size: "Size",
  show: "Show it",
  back: "Back to its place",
  none: "Nothing here has that name. A part of a word is enough.",
  all: "Show all",
  fewer: "Show fewer",
  absent: "no lesson or table here",
  close: "Close",
};

/** An element; text goes in as text, so nothing that comes in the data can become markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== ""));
  return element;
}
function svg(width, height, className, path) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("class", className);
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  picture.append(line);
  return picture;
}
const mapIcon = (name) => svg(24, 24, `i i-${name}`, MAP_ICONS[name]);
/** Only addresses of our own site, whatever the data says. */
const ownAddress = (href) => (typeof href === "string" && /^\/(?!\/)/.test(href) ? href : null);
const plain = (text) =>
  String(text)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** What people write before a name. */
const ASKED = /^(i know|i can play|i want to play|take me to|how to play|learn|play)\s+/;

export function drawMap(root, data, options = {}) {
  root.cardlabMap?.end();
  if (!data?.columns) {
    root.replaceChildren();
    return;
  }
  const nodes = data.nodes,
    heading = options.heading || "h2",
    inner = heading === "h1" ? "h2" : "h3",
    words = MAP_WORDS;
  const kept = root.cardlabMap?.ui,
    held = root.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
  const ui = kept || { view: "map", size: "compact", query: "", folded: new Set(), more: false };
  if (!kept || options.focus || !nodes[ui.focus])
    ui.focus = nodes[data.focus] ? data.focus : data.columns[0].nodes[0];
  if (!kept) ui.at = ui.focus;
  const stateWord = Object.fromEntries(data.states),
    signs = {};
  const signOf = (kind, state) => {
    const name = `${kind} ${state}`;
    signs[name] ||= document.importNode(
      new DOMParser().parseFromString(
        data.signs[kind][state].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '),
        "image/svg+xml",
      ).documentElement,
      true,
    );
    return signs[name].cloneNode(true);
  };
  const mark = (node) => signOf(node.kind, node.here ? node.state : `${node.state} absent`);
  const button = (node, place, more = {}, ...tail) =>
    make(
      "button",
      {
        type: "button",
        class: `node${node.kind === "game" ? " g" : ""}${node.here ? "" : " absent"}`,
        "data-id": node.id,
        "data-place": place,
        "aria-label": node.say,
        ...more,
      },
      mark(node),
      make("span", {}, node.title),
      ...tail,
    );

  // -- the parts ---------------------------------------------------------------------------------------------------
  const status = make("p", { class: "sr", role: "status", "aria-live": "polite" });
  const find = make("input", {
    type: "search",
    placeholder: words.find,
    "aria-label": words.find,
    autocomplete: "off",
    spellcheck: "false",
    "data-search": true,
    "aria-keyshortcuts": "/",
  });
  find.value = ui.query;
  const segment = (name, label, choices) =>
    make(
      "div",
      { class: `seg ${name}`, role: "group", "aria-label": label },
      choices.map((choice) =>
        make(
          "button",
          {
            type: "button",
            "data-set": name,
            "data-value": choice,
            "aria-pressed": String(ui[name] === choice),
          },
          words[choice],
        ),
      ),
    );
  const head = make(
    "div",
    { class: "head" },
    make(
      "div",
      {},
      make(heading, {}, data.title),
      make(
        "p",
        {},
        data.about.map((piece, i) => (i % 2 ? make("b", {}, piece) : piece)),
      ),
    ),
    make(
      "div",
      { class: "tools" },
      make(
        "label",
        { class: "find" },
        mapIcon("search"),
        find,
        make("kbd", { "aria-hidden": "true" }, "/"),
      ),
      segment("size", words.size, ["compact", "roomy"]),
      segment("view", words.view, ["map", "list"]),
    ),
  );
  const around = make("div", { class: "nb" });
  const next = make(
    "section",
    { class: "panel next", "aria-label": words.next },
    make(inner, {}, words.next),
    make(
      "ol",
      { role: "list" },
      data.next.map((entry, i) => {
        const href = ownAddress(entry.href),
          look = `btn${i ? "" : " main"}`;
        return make(
          "li",
          {},
          signOf(entry.kind, entry.state),
          make("b", {}, entry.title),
          make("span", { class: "why" }, entry.why),
          href
            ? make(
                "a",
                { class: look, href, "aria-label": `${entry.action}: ${entry.title}` },
                entry.action,
              )
            : make(
                "button",
                {
                  type: "button",
                  class: "btn",
                  "data-goto": entry.id,
                  "aria-label": `${words.show}: ${entry.title}`,
                },
                words.show,
              ),
        );
      }),
    ),
  );
  const line = (dashed) => {
    const drawn = svg(30, 8, "ln", "M0 4H30");
    if (dashed) drawn.classList.add("dashed");
    return drawn;
  };
  const legend = make(
    "p",
    { class: "legend" },
    make("span", { class: "wires" }, line(), "needed by the one in focus"),
    make("span", { class: "wires" }, line(true), "opened by it"),
    make("span", { class: "bar-s wires", "aria-hidden": "true" }),
    make("span", {}, signOf("concept", "new"), "concept"),
    make("span", {}, signOf("game", "new"), "game"),
    make("span", {}, signOf("concept", "new absent"), signOf("game", "new absent"), words.absent),
    make("span", { class: "bar-s", "aria-hidden": "true" }),
    data.states.map(([state, word]) => make("span", {}, signOf("concept", state), word)),
  );
  const wires = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  wires.setAttribute("aria-hidden", "true");
  wires.setAttribute("class", "wiring");
  const grid = make(
    "div",
    { class: "map focused" },
    wires,
    data.columns.map((column, number) =>
      make(
        "section",
        { "data-column": number },
        make(
          inner,
          { class: "h" },
          make(
            "button",
            {
              type: "button",
              class: "fold",
              tabindex: "-1",
              "data-fold": number,
              "data-place": "map",
            },
            mapIcon("chevron"),
            make("span", {}, column.title),
            make("small", {}, column.pages),
          ),
        ),
        make(
          "div",
          { class: "nodes" },
          column.nodes.map((id) => button(nodes[id], "map", { tabindex: "-1" })),
        ),
      ),
    ),
  );
  const frame = make(
    "div",
    {
      class: "panel frame",
      role: "group",
      "aria-label": `${data.title}: arrows move, Enter opens`,
    },
    grid,
  );
  const list = make(
    "div",
    { class: "panel list" },
    data.columns.map((column, number) =>
      make(
        "details",
        { "data-column": number, open: column.nodes.includes(ui.focus) },
        make("summary", {}, make("b", {}, column.title), make("span", {}, column.done)),
        make(
          "ul",
          { role: "list" },
          column.nodes.map((id) =>
            make("li", {}, button(nodes[id], "list", {}, make("em", {}, nodes[id].word))),
          ),
        ),
      ),
    ),
  );
  const nothing = make("p", { class: "none" });
  const panel = make("section", { class: "panel around", "aria-label": words.focus }, around);
  root.classList.add("cl-root", "cl-map");
  root.replaceChildren(
    make(
      "div",
      { class: "cl-inner" },
      head,
      make("div", { class: "topline" }, panel, next),
      legend,
      nothing,
      frame,
      list,
      status,
    ),
  );

  // -- where things are ----------------------------------------------------------------------------------------------
  const atMap = (id) => grid.querySelector(`.node[data-id="${CSS.escape(id)}"]`),
    atList = (id) => list.querySelector(`.node[data-id="${CSS.escape(id)}"]`);
  const shown = (element) => !!element && element.getClientRects().length > 0;
  const listed = () => !shown(frame);
  const columns = () =>
    [...grid.querySelectorAll(":scope > section")].map((section) =>
      [section.querySelector(".fold"), ...section.querySelectorAll(".node")].filter(shown),
    );

  function tabStop() {
    const all = [...grid.querySelectorAll("button")],
      held = ui.at?.startsWith("#")
        ? grid.querySelector(`[data-fold="${ui.at.slice(1)}"]`)
        : atMap(ui.at);
    const stop =
      held && !held.closest(".folded .nodes")
        ? held
        : all.find((b) => !b.closest(".folded .nodes"));
    for (const b of all) b.tabIndex = b === stop ? 0 : -1;
  }
  function fold() {
    for (const section of grid.querySelectorAll(":scope > section")) {
      const folded = ui.folded.has(+section.dataset.column);
      section.classList.toggle("folded", folded);
      section.querySelector(".fold").setAttribute("aria-expanded", String(!folded));
    }
    grid.style.gridTemplateColumns = data.columns
      .map((_, number) =>
        ui.folded.has(number)
          ? "2.5rem"
          : ui.size === "roomy"
            ? "minmax(11.5rem, 1fr)"
            : "minmax(0, 1fr)",
      )
      .join(" ");
    tabStop();
  }

  // -- what is said of a node, beside the place where it was pressed ----------------------------------------------------
  const about = (node) => [
    make("strong", {}, mark(node), node.name),
    make("p", {}, node.summary),
    make("p", { class: "why" }, node.why),
    node.note && make("p", { class: "note" }, node.note),
    make(
      "p",
      { class: "acts" },
      ownAddress(node.href) &&
        make("a", { class: "btn main", href: node.href, "data-open": node.id }, node.action),
      node.ways
        .filter((way) => ownAddress(way.href))
        .map((way) => make("a", { href: way.href }, way.title)),
    ),
  ];
  const peek = make("div", { class: "peek", role: "group", tabindex: "-1" });
  function hidePeek() {
    peek.remove();
  }
  /** The card of the node in focus where the eye is: under its line of the list, beside it on the map. */
  function showPeek(place) {
    const node = nodes[ui.focus],
      here = place === "list" ? atList(node.id) : atMap(node.id);
    hidePeek();
    peek.setAttribute("aria-label", `${words.focus}: ${node.say}`);
    peek.className = `peek at-${place}`;
    peek.removeAttribute("style");
    peek.replaceChildren(
      ...about(node).filter(Boolean),
      make("button", { type: "button", class: "tool shut", "aria-label": words.close }, "×"),
    );
    if (place === "list") {
      here.after(peek);
      return;
    }
    grid.append(peek);
    const zero = grid.getBoundingClientRect(),
      box = here.getBoundingClientRect(),
      size = peek.getBoundingClientRect(),
      below = innerHeight - box.bottom > size.height + 8 || box.top < size.height + 8;
    const left = Math.min(box.left - zero.left, zero.width - size.width - 4);
    peek.style.left = `${Math.max(0, left)}px`;
    peek.style.top = `${below ? box.bottom - zero.top + 4 : box.top - zero.top - size.height - 4}px`;
  }
  const inView = (element) => {
    const box = element.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
  };

  // -- one node and its neighbours -------------------------------------------------------------------------------------
  function neighbourhood() {
    const node = nodes[ui.focus],
      game = node.kind === "game",
      after = game ? node.brings : node.opens,
      most = 4;
    const some = (ids, empty) => {
      const seen = ui.more ? ids : ids.slice(0, ids.length > most + 1 ? most : most + 1);
      return ids.length
        ? seen.map((id) => make("li", {}, button(nodes[id], "near")))
        : make("li", { class: "small soft" }, empty);
    };
    const hidden = !ui.more && Math.max(node.needs.length, after.length) > most + 1;
    const afterTitle = game ? words.brings : words.opens;
    around.replaceChildren(
      make(inner, { class: "hd" }, words.needs),
      make("span", { class: "hd" }),
      make(inner, { class: "hd" }, words.focus),
      make("span", { class: "hd" }),
      make(inner, { class: "hd" }, afterTitle),
      make(
        "ul",
        { "data-h": words.needs, role: "list", "aria-label": words.needs },
        some(node.needs, words.nothing),
      ),
      make("span", { class: "ar" }, mapIcon("arrow")),
      make(
        "div",
        { class: "me", tabindex: "-1", role: "group", "aria-label": `${words.focus}: ${node.say}` },
        about(node),
        make("button", { type: "button", class: "tool back", "data-back": node.id }, words.back),
      ),
      make("span", { class: "ar" }, mapIcon("arrow")),
      make(
        "ul",
        { "data-h": afterTitle, role: "list", "aria-label": afterTitle },
        some(after, game ? words.nothingNew : words.nothingYet),
      ),
      ...(hidden || ui.more
        ? [
            make(
              "button",
              {
                type: "button",
                class: "more",
                "data-more": true,
                "aria-expanded": String(ui.more),
              },
              ui.more ? words.fewer : words.all,
            ),
          ]
        : []),
      ...(node.used_in.length
        ? [
            make(
              "p",
              { class: "in" },
              "Used in ",
              node.used_in
                .slice(0, 3)
                .flatMap((id, i) => [
                  i
                    ? i === Math.min(3, node.used_in.length) - 1 && !node.used_more
                      ? " and "
                      : ", "
                    : "",
                  make("a", { href: "#", "data-goto": id }, nodes[id].title),
                ]),
              node.used_more ? ` ${node.used_more}.` : ".",
            ),
          ]
        : []),
    );
  }
  function wire() {
    const node = nodes[ui.focus],
      needs = node.needs,
      opens = node.opens;
    for (const b of root.querySelectorAll(".frame .node, .list .node")) {
      const me = b.dataset.id === ui.focus;
      b.classList.toggle("me", me);
      b.classList.toggle("rel", needs.includes(b.dataset.id) || opens.includes(b.dataset.id));
      if (me) b.setAttribute("aria-current", "true");
      else b.removeAttribute("aria-current");
    }
    wires.replaceChildren();
    const here = atMap(ui.focus);
    if (!shown(frame) || !shown(here)) return;
    const zero = grid.getBoundingClientRect(),
      box = (e) => {
        const r = e.getBoundingClientRect();
        return {
          l: r.left - zero.left,
          r: r.right - zero.left,
          y: r.top + r.height / 2 - zero.top,
        };
      };
    const me = box(here),
      R = 6,
      heads = [...grid.querySelectorAll(".nodes")]
        .filter(shown)
        .map((e) => e.getBoundingClientRect().top - zero.top);
    // lines run in the gutters and along the head of the map, never across a word
    const top = Math.min(...heads) - 6;
    const bend = (points) =>
      points
        .map(([x, y], k) => {
          if (!k) return `M${x} ${y}`;
          if (k === points.length - 1) return `L${x} ${y}`;
          const [px, py] = points[k - 1],
            [nx, ny] = points[k + 1],
            a = Math.min(R, Math.hypot(x - px, y - py) / 2),
            b = Math.min(R, Math.hypot(nx - x, ny - y) / 2),
            s = Math.sign;
          return `L${x - s(x - px) * a} ${y - s(y - py) * a}Q${x} ${y} ${x + s(nx - x) * b} ${y + s(ny - y) * b}`;
        })
        .join("");
    for (const [ids, className] of [
      [needs, "needs"],
      [opens, "opens"],
    ])
      for (const id of ids) {
        const there = atMap(id);
        if (!shown(there)) continue;
        // each kind of line has a track of its own in a gutter, so that a dashed one never hides a solid one
        const b = box(there),
          g = className === "needs" ? 3 : 6,
          high = className === "needs" ? top : top - 4;
        let way;
        if (Math.abs(b.l - me.l) < 5)
          way = [
            [me.l, me.y],
            [me.l - g, me.y],
            [me.l - g, b.y],
            [b.l, b.y],
          ];
        else {
          const [p, q] = b.l > me.l ? [me, b] : [b, me];
          way =
            q.l - p.r < 30
              ? [
                  [p.r, p.y],
                  [p.r + g, p.y],
                  [p.r + g, q.y],
                  [q.l, q.y],
                ]
              : [
                  [p.r, p.y],
                  [p.r + g, p.y],
                  [p.r + g, high],
                  [q.l - g, high],
                  [q.l - g, q.y],
                  [q.l, q.y],
                ];
        }
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("class", className);
        path.setAttribute("d", bend(way));
        wires.append(path);
      }
  }
  function focusOn(id, from = "") {
    if (!nodes[id]) return;
    if (id !== ui.focus) ui.more = false;
    ui.focus = ui.at = id;
    const number = data.columns.findIndex((column) => column.nodes.includes(id));
    if (ui.folded.delete(number)) fold();
    neighbourhood();
    wire();
    tabStop();
    options.onFocus?.(id);
    hidePeek();
    if (from === "near") around.querySelector(".me").focus({ preventScroll: true });
    else if (from === "list") {
      showPeek("list");
      peek.focus({ preventScroll: true });
      peek.scrollIntoView({
        block: "nearest",
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth",
      });
    } else if (from === "map" && !inView(panel)) showPeek("map");
  }
  function open(id) {
    options.onPick?.(id);
    const href = ownAddress(nodes[id].href);
    if (href) location.assign(href);
    else status.textContent = nodes[id].note || nodes[id].why;
  }
  function search() {
    const wanted = plain(find.value.trim()).replace(ASKED, "");
    ui.query = find.value;
    const hits = new Set(
      wanted
        ? Object.values(nodes)
            .filter((n) => plain(`${n.title} ${n.name} ${n.find}`).includes(wanted))
            .map((n) => n.id)
        : [],
    );
    root.classList.toggle("seeking", !!wanted);
    for (const b of root.querySelectorAll(".frame .node, .list .node")) {
      b.classList.toggle("hit", hits.has(b.dataset.id));
      if (b.dataset.place === "list") b.parentNode.hidden = !!wanted && !hits.has(b.dataset.id);
    }
    for (const details of list.querySelectorAll("details")) {
      const any = !!details.querySelector(".hit");
      details.hidden = !!wanted && !any;
      if (wanted) details.open = any;
    }
    for (const section of grid.querySelectorAll("section"))
      if (section.querySelector(".hit")) ui.folded.delete(+section.dataset.column);
    fold();
    nothing.textContent = wanted && !hits.size ? words.none : "";
    status.textContent = !wanted ? "" : hits.size ? `${hits.size} found.` : words.none;
    wire();
    return [...grid.querySelectorAll(".node.hit")].map((b) => b.dataset.id);
  }
  function clear() {
    find.value = "";
    search();
    for (const details of list.querySelectorAll("details"))
      details.open = details.contains(atList(ui.focus));
  }
  function set(name, value) {
    ui[name] = value;
    for (const b of head.querySelectorAll(`[data-set="${name}"]`))
      b.setAttribute("aria-pressed", String(b.dataset.value === value));
    root.dataset[name] = value;
    fold();
    wire();
  }

  // -- mouse and keyboard ----------------------------------------------------------------------------------------------
  function onClick(event) {
    const hit = event.target.closest("button, a");
    if (!hit || !root.contains(hit)) return;
    const d = hit.dataset;
    if (d.set) set(d.set, d.value);
    else if (d.fold) {
      const n = +d.fold;
      if (!ui.folded.delete(n)) ui.folded.add(n);
      ui.at = `#${n}`;
      fold();
      wire();
    } else if (d.more) {
      ui.more = !ui.more;
      neighbourhood();
      around.querySelector("[data-more]")?.focus();
    } else if (d.back) {
      const there = listed() ? atList(d.back) : atMap(d.back);
      const fold = there?.closest("details");
      if (fold) fold.open = true;
      there?.scrollIntoView({ block: "center" });
      there?.focus({ preventScroll: true });
    } else if (d.open) options.onPick?.(d.open);
    else if (hit.classList.contains("shut")) {
      const there = peek.classList.contains("at-list") ? atList(ui.focus) : atMap(ui.focus);
      hidePeek();
      there?.focus({ preventScroll: true });
    } else if (d.goto) {
      event.preventDefault();
      focusOn(d.goto, "near");
      panel.scrollIntoView({ block: "nearest" });
    } else if (d.id && hit.classList.contains("node")) {
      // the first press looks, the second opens
      if (d.place === "near" || d.id !== ui.focus) focusOn(d.id, d.place);
      else open(d.id);
    }
  }
  function onKey(event) {
    const typing =
      /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      find.focus();
      find.select();
      return;
    }
    if (!root.contains(event.target)) return;
    if (event.key === "Escape" && peek.isConnected) {
      event.preventDefault();
      peek.querySelector(".shut").click();
      return;
    }
    if (event.key === "Escape" && find.value) {
      event.preventDefault();
      clear();
      return;
    }
    if (event.target === find && (event.key === "Enter" || event.key === "ArrowDown")) {
      const first = search()[0];
      event.preventDefault();
      if (!first) return;
      focusOn(first);
      (listed() ? atList(first) : atMap(first))?.focus();
      return;
    }
    const here = event.target.closest?.("[data-place]");
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (here.dataset.place === "list") return walkList(event, here);
    if (here.dataset.place === "map") walkMap(event, here);
  }
  function walkList(event, here) {
    if (!/^(ArrowUp|ArrowDown|Home|End)$/.test(event.key)) return;
    const all = [...list.querySelectorAll(".node, summary")].filter(shown),
      i = all.indexOf(here);
    const to = { ArrowUp: all[i - 1], ArrowDown: all[i + 1], Home: all[0], End: all.at(-1) }[
      event.key
    ];
    if (to) {
      event.preventDefault();
      to.focus();
    }
  }
  function walkMap(event, here) {
    const all = columns(),
      x = all.findIndex((column) => column.includes(here)),
      y = all[x].indexOf(here);
    let to = null;
    if (event.key === "ArrowDown") to = all[x][y + 1];
    else if (event.key === "ArrowUp") to = all[x][y - 1];
    else if (event.key === "Home") to = event.shiftKey ? all[0][0] : all[x][0];
    else if (event.key === "End") to = all[x].at(-1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const column = all[x + (event.key === "ArrowLeft" ? -1 : 1)],
        level = here.getBoundingClientRect().top;
      // the node at the same height, not of the same number: names of two lines shift a column
      if (column)
        to =
          y === 0
            ? column[0]
            : column
                .slice(1)
                .sort(
                  (a, b) =>
                    Math.abs(a.getBoundingClientRect().top - level) -
                    Math.abs(b.getBoundingClientRect().top - level),
                )[0] || column[0];
    } else return;
    event.preventDefault();
    if (!to) return;
    if (to.dataset.id) focusOn(to.dataset.id);
    else {
      ui.at = `#${to.dataset.fold}`;
      tabStop();
    }
    to.focus();
  }
  const keys = options.slash || root,
    resized = new ResizeObserver(() => wire());
  root.addEventListener("click", onClick);
  keys.addEventListener("keydown", onKey);
  find.addEventListener("input", search);
  resized.observe(grid);
  root.cardlabMap = {
    ui,
    end: () => {
      root.removeEventListener("click", onClick);
      keys.removeEventListener("keydown", onKey);
      resized.disconnect();
    },
  };
  root.dataset.view = ui.view;
  root.dataset.size = ui.size;
  fold();
  neighbourhood();
  search();
  // new data takes the elements away, but not the reader's place
  if (held?.id && held.place)
    root
      .querySelector(`[data-place="${CSS.escape(held.place)}"][data-id="${CSS.escape(held.id)}"]`)
      ?.focus({ preventScroll: true });
  else if (held && "search" in held) find.focus();
  root.dataset.ready = "";
}
