/**
 * The blocks of a laboratory: one function a kind, plain data in, markup out. Which kinds there are and what they hold
 * stands in cardlab/web/pages/labs/base.py. A part that can be clicked carries data-act (whose name is told) and data-value.
 */
const actAttrs = (name, value) =>
  `data-act="${esc(name)}" data-value="${esc(value)}" data-key="a:${esc(name)}:${esc(value)}"`;
const legendOf = (pairs) =>
  pairs?.length
    ? `<ul class="legend">${pairs.map(([kind, text]) => `<li><i class="l-${esc(kind)}" aria-hidden="true"></i>${say(text)}</li>`).join("")}</ul>`
    : "";
/** An address of our own server, or a heading of the page; nothing else becomes a link. */
const ownHref = (href) => (typeof href === "string" && /^(\/(?!\/)|#)/.test(href) ? href : "");
const anchor = (text, href) =>
  ownHref(href) ? `<a href="${esc(href)}">${say(text)}</a>` : say(text);
const ruleWord = (rule) =>
  rule
    ? `<details class="ruleword" data-key="r:${esc(rule.id)}"><summary class="rule"><span aria-hidden="true">§</span>${esc(rule.title)}</summary><p>${say(rule.text)}</p></details>`
    : "";
/** A card named by its chip, to be picked. */
const cardKey = (c, name, picked, cls = "", where = "") =>
  `<button type="button" class="cardbtn ${picked.has(c) ? "picked" : ""}" aria-pressed="${picked.has(c)}" data-act="${esc(name)}" data-value="${esc(c)}" data-key="a:${esc(name + where)}:${esc(c)}">${chip(c, cls)}</button>`;
/** Cards that share a rung. */
const cardKeys = (cards, name, picked, out, where) =>
  cards
    .map((c) => cardKey(c, name, picked, out?.has(c) ? "out" : "", where))
    .join(
      `<span class="is"><span aria-hidden="true">=</span><span class="sr">equal to</span></span>`,
    );
const touches = (node, picked) => (node.cards || []).some((c) => picked.has(c));

const BLOCKS = {
  text: (b) => b.paragraphs.map((p) => `<p>${say(p)}</p>`).join(""),

  ladders(b) {
    const picked = new Set(b.picked || []),
      name = b.id || "ladder";
    const rung = (cards, i, notes, side) =>
      `<li data-drop="${esc(cards[0])}"><span class="n num">${i + 1}</span><span class="eq">${cardKeys(cards, name, picked, null, side)}</span>${notes?.[i] ? `<span class="note">${say(notes[i])}</span>` : ""}</li>`;
    const gone = (g) =>
      g?.cards?.length
        ? `<div class="gone" data-rung="gone"><p class="h">${say(g.title)}</p><p class="chips">${g.cards.map((c) => cardKey(c, name, picked, "out", "gone")).join("")}</p>${g.text ? `<p class="soft small">${say(g.text)}</p>` : ""}</div>`
        : "";
    const ladder = (l, side) =>
      `<div class="ladder ${side}"><div class="lhead"><p class="h">${say(l.title)}</p><p class="soft small">${say(l.aside || "")}</p></div><div><ol data-rove aria-label="${esc(spoken(l.title))}, from high to low">${l.rungs.map((r, i) => rung(r, i, l.notes, side)).join("")}</ol>${gone(l.gone)}</div></div>`;
    const moves = b.moves?.lines?.length
      ? `<div class="moves"><p class="h">${say(b.moves.title)}</p><ul>${b.moves.lines.map((l) => `<li>${say(l)}</li>`).join("")}</ul></div>`
      : "";
    const verdicts = b.verdicts?.length
      ? `<div class="verdicts">${b.verdicts.map((v) => BLOCKS[v.kind](v)).join("")}</div>`
      : "";
    return `${verdicts}${legendOf(b.legend)}<div class="ladders ${b.right ? "two" : ""}" data-links="${esc(JSON.stringify(b.links || []))}">${ladder(b.left, "from")}${b.right ? `<svg class="strands" aria-hidden="true" focusable="false"></svg>${ladder(b.right, "to")}` : ""}</div>${moves}`;
  },

  /** Every suit of an order in a row of its own, from high to low; cards in `out` are printed with another suit. */
  suits(b) {
    const picked = new Set(b.picked || []),
      out = new Set(b.out || []),
      name = b.id || "suits";
    const row = (r) =>
      `<div class="suitrow"><p class="h">${say(r.title)}${r.aside ? ` <span class="pill">${esc(r.aside)}</span>` : ""}</p><ol data-rove aria-label="${esc(spoken(r.title))}, from high to low">${r.rungs.map((cards) => `<li class="eq">${cardKeys(cards, name, picked, out)}</li>`).join("")}</ol></div>`;
    return b.rows.map(row).join("");
  },

  diagram(b) {
    const by = new Map(b.nodes.map((n) => [n.id, n])),
      picked = new Set(b.picked || []),
      name = b.id || "diagram";
    // x and y count card widths of so many rem; half a node is so high
    const unit = b.unit || 2.1,
      half = b.unit ? 0.9 / unit : 0.5,
      style = (n) => `left:${(n.x * unit).toFixed(2)}rem;top:${(n.y * unit).toFixed(2)}rem`;
    const wide = (n) => ((n.cards || []).length * 0.85 + (n.more ? 0.85 : 0) + 0.15) / 2;
    const edges = b.edges
      .map(([from, to, how, note]) => {
        const a = by.get(from),
          z = by.get(to),
          words = note
            ? `<text x="${(a.x + 0.25) * unit}" y="${((a.y + z.y) / 2) * unit + 0.25}">${esc(note)}</text>`
            : "",
          kind = `e-${esc(how || "solid")}${picked.size > 1 && touches(a, picked) && touches(z, picked) ? " e-picked" : ""}`;
        if (a.cards?.length && z.y <= a.y) {
          // up to the next column: out at the side, in at the side
          const x1 = (a.x + wide(a)) * unit,
            x2 = (z.x - wide(z)) * unit,
            mid = (x1 + x2) / 2;
          return `<path class="${kind}" d="M${x1} ${a.y * unit}C${mid} ${a.y * unit} ${mid} ${z.y * unit} ${x2} ${z.y * unit}"/>${words}`;
        }
        const x1 = a.x * unit,
          y1 = (a.y + half) * unit,
          x2 = z.x * unit,
          y2 = (z.y - half) * unit,
          bend = (y2 - y1) / 2;
        return `<path class="${kind}" d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}"/>${words}`;
      })
      .join("");
    const width = b.width * unit,
      height = b.height * unit;
    const cards = (n) =>
      `<li style="${style(n)}" class="node"><span class="paper">${n.cards.map((c) => cardKey(c, name, picked)).join("")}${n.more ? `<span class="more">+${n.more}</span>` : ""}</span>${n.label ? `<span class="under">${say(n.label)}</span>` : ""}</li>`;
    const word = (n) =>
      ownHref(n.href)
        ? `<a href="${esc(n.href)}">${esc(n.label)}</a>`
        : n.act === false
          ? esc(n.label)
          : `<button type="button" class="${picked.has(n.id) ? "picked" : ""}" aria-pressed="${picked.has(n.id)}" ${actAttrs(name, n.id)}>${esc(n.label)}</button>`;
    const node = (n) =>
      n.cards?.length ? cards(n) : `<li style="${style(n)}" class="node word">${word(n)}</li>`;
    return `<div class="diagram" data-scroll-sign tabindex="0" role="group" aria-label="${esc(b.label || spoken(b.title || "diagram"))}"><div class="plane" style="width:${width}rem;height:${height}rem"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">${edges}</svg><ul data-rove>${b.nodes.map(node).join("")}</ul></div></div>`;
  },

  cards(b, t) {
    const one = (c) => {
      const shut = c.state === "closed",
        label = `${c.label || cardName(c.code)}${shut ? ", not open" : ""}${c.note ? `, ${spoken(c.note)}` : ""}${c.said ? `, ${spoken(c.said)}` : ""}`;
      return `<button type="button" class="slot" aria-pressed="${!!c.picked}" aria-label="${esc(label)}" ${actAttrs(b.id || "cards", c.value ?? c.code)} tabindex="-1"><span class="pic ${c.picked ? "picked" : ""}">${card(c.code, t.id, shut)}${shut ? `<span class="nomark">${icon("no")}</span>` : ""}${c.note ? `<span class="tag">${esc(c.note)}</span>` : ""}${c.mark ? `<span class="tag cost num">${esc(c.mark)}</span>` : ""}</span></button>`;
    };
    // a group with a place of its own is a heap onto which cards can be let go (dragging.js)
    return b.groups
      .map(
        (g) =>
          `<div class="cardgroup"${g.drop ? ` data-drop="${esc(g.drop)}"` : ""}>${g.label ? `<p class="h">${say(g.label)}</p>` : ""}<div class="cardrow" data-rove role="group" aria-label="${esc(spoken(g.label || b.title || "cards"))}">${g.cards.map(one).join("") || `<span class="soft small">${esc(g.empty || "no cards")}</span>`}</div></div>`,
      )
      .join("");
  },

  table(b) {
    const cell = (c, col, tag) => {
      const at = c !== null && typeof c === "object" ? c : { text: c },
        inner = `${at.cards?.length ? at.cards.map((x) => chip(x)).join(" ") + " " : ""}${at.links ? at.links.map(([text, href]) => anchor(text, href)).join(" · ") : at.math ? mathml(at.math) : anchor(typeof at.text === "number" ? number(at.text) : (at.text ?? ""), at.href)}`;
      return `<${tag}${tag === "th" ? ' scope="row"' : ""} class="${esc(col?.align === "right" ? "r" : "")} ${at.mark ? `m-${esc(at.mark)}` : ""}">${at.mark ? `<span class="sr">${esc(at.mark)}: </span>` : ""}${inner}</${tag}>`;
    };
    const head = b.columns
      .map((c) => `<th scope="col" class="${c.align === "right" ? "r" : ""}">${say(c.label)}</th>`)
      .join("");
    return `<div class="scroll" data-scroll-sign tabindex="0" role="group" aria-label="${esc(b.caption || b.title || "table")}"><table class="grid">${b.caption ? `<caption class="sr">${esc(b.caption)}</caption>` : ""}<thead><tr>${head}</tr></thead><tbody>${b.rows.map((r) => `<tr>${r.map((c, i) => cell(c, b.columns[i], i ? "td" : "th")).join("")}</tr>`).join("")}</tbody></table></div>`;
  },

  heat(b) {
    const all = b.values.flat().filter((n) => typeof n === "number"),
      most = Math.max(1, ...all.map(Math.abs));
    const cell = (n, r, c) => {
      const here = b.picked?.[0] === r && b.picked?.[1] === c,
        share = typeof n === "number" ? Math.round(Math.sqrt(Math.abs(n) / most) * 70) : 0;
      return `<td class="${n < 0 ? "neg" : "pos"} ${here ? "picked" : ""}" style="--share:${share}%">${n === null ? "" : `<button type="button" tabindex="-1" aria-label="${esc(`${b.rows[r]}, ${b.columns[c]}: ${number(n)}`)}" aria-pressed="${here}" ${actAttrs(b.id || "heat", `${r},${c}`)}>${number(n)}</button>`}</td>`;
    };
    return `<div class="scroll" data-scroll-sign tabindex="0" role="group" aria-label="${esc(b.title || "table")}"><table class="heat"><caption class="small soft"><span>${esc(b.row_title || "")}${b.column_title ? ` (down) by ${esc(b.column_title)} (across)` : ""}${b.unit ? `, ${esc(b.unit)}` : ""}</span></caption><thead><tr><td></td>${b.columns.map((c) => `<th scope="col">${say(c, false)}</th>`).join("")}</tr></thead><tbody data-rove data-cols="1">${b.values.map((row, r) => `<tr><th scope="row">${say(b.rows[r], false)}</th>${row.map((n, c) => cell(n, r, c)).join("")}</tr>`).join("")}</tbody></table></div>`;
  },

  plot(b) {
    const W = b.span === "half" ? 470 : 640,
      H = 280,
      left = 66,
      top = 14,
      bottom = 42;
    const points = b.series.flatMap((s) => s.points),
      long = points.some((p) => p[0] >= 1000),
      right = long ? 40 : 22,
      xs = points.map((p) => p[0]),
      ys = [
        0,
        ...points.map((p) => p[1]),
        ...b.series.flatMap((s) =>
          (s.error || []).flatMap((e, i) => [s.points[i][1] - e, s.points[i][1] + e]),
        ),
      ];
    if (!points.length) return `<p class="soft">Nothing to draw yet.</p>`;
    const bars = b.series.some((s) => s.style === "bars"),
      x0 = Math.min(...xs) - (bars ? 0.6 : 0),
      x1 = Math.max(...xs) + (bars ? 0.6 : 0),
      y0 = Math.min(...ys),
      y1 = Math.max(...ys);
    const X = (x) => left + (x1 === x0 ? 0.5 : (x - x0) / (x1 - x0)) * (W - left - right),
      Y = (y) => H - bottom - (y1 === y0 ? 0.5 : (y - y0) / (y1 - y0)) * (H - top - bottom);
    const steps = (lo, hi, n) => {
      const raw = (hi - lo) / n || 1,
        mag = 10 ** Math.floor(Math.log10(raw)),
        step = [1, 2, 5, 10].map((k) => k * mag).find((k) => k >= raw);
      const out = [];
      for (let v = Math.ceil(lo / step - 1e-9) * step; v <= hi + step * 1e-6; v += step)
        out.push(Math.abs(v) < step / 1e6 ? 0 : v);
      return out;
    };
    const neat = (v) =>
      number(Math.abs(v) >= 1000 || Number.isInteger(v) ? Math.round(v) : Number(v.toPrecision(3)));
    const named = b.x.ticks ? new Map(b.x.ticks) : null,
      xt = named
        ? [...named.keys()]
        : steps(Math.min(...xs), Math.max(...xs), long ? 5 : 10).filter(
            (v) => Number.isInteger(v) || !xs.every(Number.isInteger),
          ),
      yt = steps(y0, y1, 5);
    const grid =
      yt
        .map(
          (v) =>
            `<line class="gl" x1="${left}" x2="${W - right}" y1="${Y(v)}" y2="${Y(v)}"/><text class="tk" x="${left - 8}" y="${Y(v) + 4}" text-anchor="end">${neat(v)}</text>`,
        )
        .join("") +
      xt
        .map(
          (v) =>
            `<text class="tk" x="${X(v)}" y="${H - bottom + 18}" text-anchor="middle">${esc(named ? named.get(v) : neat(v))}</text>`,
        )
        .join("");
    const nb = b.series.filter((s) => s.style === "bars").length,
      wide =
        Math.min(34, ((W - left - right) / Math.max(1, new Set(xs).size)) * 0.7) / Math.max(1, nb);
    let k = 0;
    const draw = (s) => {
      const at = b.series.indexOf(s) % 4,
        cls = `s${at}`,
        shift = s.style === "bars" ? (k++ - (nb - 1) / 2) * wide : 0;
      const err = (s.error || [])
        .map((e, i) =>
          e
            ? `<path class="er" d="M${X(s.points[i][0]) + shift} ${Y(s.points[i][1] - e)}V${Y(s.points[i][1] + e)}m-4 0h8"/>`
            : "",
        )
        .join("");
      if (s.style === "bars")
        return (
          s.points
            .map(
              ([x, y]) =>
                `<rect class="${cls}" x="${X(x) + shift - wide / 2}" width="${wide}" y="${Math.min(Y(0), Y(y))}" height="${Math.abs(Y(y) - Y(0))}"/>`,
            )
            .join("") + err
        );
      if (s.style === "points")
        return (
          s.points
            .map(([x, y]) => `<circle class="${cls}" cx="${X(x)}" cy="${Y(y)}" r="4.5"/>`)
            .join("") + err
        );
      const path = s.points
        .map(
          ([x, y], i) =>
            `${i ? (s.style === "steps" ? `H${X(x)}V` : "L") : "M"}${i && s.style === "steps" ? Y(y) : `${X(x)} ${Y(y)}`}`,
        )
        .join("");
      return `<path class="ln ${cls}" d="${path}"/>${s.points.length <= 40 ? s.points.map(([x, y]) => `<circle class="${cls}" cx="${X(x)}" cy="${Y(y)}" r="3"/>`).join("") : ""}${err}`;
    };
    const mark =
      typeof b.mark === "number"
        ? `<line class="mk" x1="${X(b.mark)}" x2="${X(b.mark)}" y1="${top}" y2="${H - bottom}"/>`
        : "";
    const keys =
      b.series.length > 1
        ? `<ul class="legend">${b.series.map((s, i) => `<li><i class="p-${i % 4} ${{ bars: "bar", points: "dot" }[s.style] || ""}" aria-hidden="true"></i>${say(s.name)}</li>`).join("")}</ul>`
        : "";
    const all = [...new Set(xs)].sort((p, q) => p - q),
      rows = all
        .map(
          (x) =>
            `<tr><th scope="row">${esc(named?.get(x) ?? neat(x))}</th>${b.series
              .map((s) => {
                const p = s.points.find((q) => q[0] === x);
                return `<td class="r">${p ? neat(p[1]) : ""}</td>`;
              })
              .join("")}</tr>`,
        )
        .join("");
    return `${keys}<svg class="plot" viewBox="0 0 ${W} ${H}" role="img" aria-label="${esc(b.label || b.title || "plot")}">${grid}<line class="ax" x1="${left}" x2="${W - right}" y1="${Y(Math.max(y0, 0))}" y2="${Y(Math.max(y0, 0))}"/>${b.series.map(draw).join("")}${mark}<text class="tt" x="${(left + W - right) / 2}" y="${H - 6}" text-anchor="middle">${esc(b.x.title || "")}</text><text class="tt" transform="translate(14 ${(top + H - bottom) / 2}) rotate(-90)" text-anchor="middle">${esc(b.y.title || "")}</text></svg><details class="numbers" data-key="n:${esc(b.id || b.title || "plot")}"><summary>The numbers</summary><div class="scroll" data-scroll-sign tabindex="0" role="group" aria-label="The numbers"><table class="grid"><thead><tr><th scope="col">${esc(b.x.title || "")}</th>${b.series.map((s) => `<th scope="col" class="r">${say(s.name)}</th>`).join("")}</tr></thead><tbody>${rows}</tbody></table></div></details>`;
  },

  lines(b) {
    const item = (l) =>
      `<li><div class="lt"><b>${say(l.title, false)}</b> ${ruleWord(l.rule)} ${(l.cards || []).map((c) => chip(c)).join(" ")}</div><span class="v num">${signed(l.points)}<small>${esc([l.side, l.account].filter(Boolean).join(", "))}</small></span>${l.formula || l.because ? `<div class="f">${l.formula ? `<span>${mathml(l.formula)}</span>` : ""}${l.values ? `<span class="put">${mathml(l.values)}</span>` : ""}${l.legend?.length ? `<span class="wh">${l.legend.map(([letter, text]) => `<i>${say(letter, false)}</i> ${say(text)}`).join("; ")}</span>` : ""}${l.because ? `<span class="wh">${say(l.because)}</span>` : ""}</div>` : ""}</li>`;
    const total = b.total?.length
      ? `<div class="sum">${b.total.map(([who, sum]) => `<span>${esc(who)} <b class="num">${esc(sum)}</b></span>`).join("")}</div>`
      : "";
    const told = b.told ? `<p class="told" aria-live="polite">${say(b.told, false)}</p>` : "";
    return `${told}<ol class="lines">${b.lines.length ? b.lines.map(item).join("") : `<li class="nil"><span>Nobody scores.</span><span class="v num">0</span></li>`}</ol>${total}`;
  },

  rules(b) {
    const mark = { new: "new", changed: "changed", gone: "left out" };
    const item = (r) =>
      `<li class="rl ${r.mark ? `m-${esc(r.mark)}` : ""}" data-rule-mark="${esc(r.mark || "")}"><p class="h">${esc(r.title)}${mark[r.mark] ? ` <span class="pill">${mark[r.mark]}</span>` : ""}</p><p>${r.mark === "gone" ? `<s>${say(r.text)}</s>` : say(r.text)}</p>${r.was ? `<p class="was"><span class="small">before:</span> <s>${say(r.was)}</s></p>` : ""}</li>`;
    return b.groups
      .map(
        (g) =>
          `<details class="rgroup" data-key="g:${esc(g.title)}"${g.shut ? "" : " open"}><summary class="h">${esc(g.title)}</summary><ul>${g.rules.map(item).join("")}</ul></details>`,
      )
      .join("");
  },

  verdict(b) {
    const rules = b.rules || (b.rule ? [b.rule] : []),
      cards = (b.cards || []).map((c) => chip(c)).join(" ");
    return `<div class="bubble">${b.head ? `<p class="vh">${say(b.head)}</p>` : ""}<p>${cards ? `${cards} ` : ""}${b.strong ? `<b>${say(b.strong)}</b> ` : ""}${say(b.text)}</p>${rules.length ? `<div class="vrules">${rules.map(ruleWord).join(" ")}</div>` : ""}</div>`;
  },

  picture: (b) =>
    `<figure class="pict" role="img" aria-label="${esc(b.label || "the table")}">${b.svg}</figure>`,

  links: (b) =>
    `<ul class="links">${b.links.map(([text, href]) => `<li>${anchor(text, href)}</li>`).join("")}</ul>`,

  code: (b) => `<pre class="code" tabindex="0"><code>${esc(b.text)}</code></pre>`,

  math: (b) => `<div class="maths">${b.rows.map((r) => `<p>${mathml(r)}</p>`).join("")}</div>`,
};

/** The strands between two ladders: drawn once both are laid out, because rungs are as high as their text. */
function strands(root) {
  for (const box of root.querySelectorAll(".ladders.two")) {
    const svg = box.querySelector(".strands"),
      [left, right] = box.querySelectorAll(".ladder"),
      frame = box.getBoundingClientRect();
    if (!frame.width) continue;
    const rungs = (side) => [...side.querySelectorAll("ol > li")],
      L = rungs(left),
      R = rungs(right),
      gone = right.querySelector(".gone");
    const x1 = left.getBoundingClientRect().right - frame.left + 6,
      x2 = right.getBoundingClientRect().left - frame.left - 6,
      beside = x2 > x1;
    const mid = (e) => {
      const r = e.getBoundingClientRect();
      return r.top + r.height / 2 - frame.top;
    };
    const links = JSON.parse(box.dataset.links),
      lost = links.filter((l) => l[1] < 0).map((l) => l[0]);
    // lines to the cards that are gone end one below the other, at their chips
    const there = gone && gone.querySelector(".chips"),
      span = there ? Math.min(there.getBoundingClientRect().height - 8, 3.2 * lost.length) : 0;
    const fallen = (from) =>
      mid(there) + (lost.length > 1 ? (lost.indexOf(from) / (lost.length - 1) - 0.5) * span : 0);
    svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    svg.innerHTML = beside
      ? links
          .map(([a, z, how]) => {
            const from = L[a],
              to = z < 0 ? there : R[z];
            if (!from || !to) return "";
            const y1 = mid(from),
              y2 = z < 0 ? fallen(a) : mid(to),
              bend = (x2 - x1) / 2;
            return `<path class="l-${esc(how)}" d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"/>`;
          })
          .join("")
      : "";
  }
}
