// What is looked at as a picture of its own: every box, text and drawing of a part of the page, written as SVG.

/** What of the look of a shape has to be written into it, since a file has no style sheet. */
const LOOK = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'dominant-baseline'];

const number = (value: number): string => String(Math.round(value * 100) / 100);
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
const clear = (colour: string): boolean => colour === 'transparent' || /rgba\(.*, 0\)|\/ 0\)/.test(colour);

/** A drawing of the page with its look written into it. */
function inlined(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  from.forEach((one, i) => {
    const style = getComputedStyle(one);
    const target = to[i]!;
    if (style.display === 'none') target.setAttribute('display', 'none');
    for (const name of LOOK) target.setAttribute(name, style.getPropertyValue(name));
    for (const name of [...target.getAttributeNames()]) if (/^(class|style|role|tabindex|id|aria-|data-)/.test(name) && !(name === 'id' && target.localName === 'marker')) target.removeAttribute(name);
  });
  for (const name of copy.getAttributeNames()) if (/^(class|style|role|aria-|data-|tabindex)/.test(name)) copy.removeAttribute(name);
  return copy;
}

class Picture {
  readonly parts: string[] = [];
  constructor(readonly left: number, readonly top: number) {}

  #box(element: Element, style: CSSStyleDeclaration): void {
    const box = element.getBoundingClientRect();
    // A sphere is painted by a gradient; its last colour is that of its body.
    const gradient = /rgba?\([^)]*\)(?=[^,]*\)$)/.exec(style.backgroundImage)?.[0];
    const fill = gradient ?? style.backgroundColor;
    const edge = parseFloat(style.borderTopWidth) && style.borderTopStyle !== 'none' && !clear(style.borderTopColor) ? parseFloat(style.borderTopWidth) : 0;
    if ((clear(fill) && !edge) || box.width < 0.5 || box.height < 0.5) return;
    const radius = style.borderTopLeftRadius.endsWith('%') ? (parseFloat(style.borderTopLeftRadius) / 100) * box.width : parseFloat(style.borderTopLeftRadius) || 0;
    const dashes = /dash|dot/.test(style.borderTopStyle) ? ' stroke-dasharray="4 3"' : '';
    this.parts.push(
      `<rect x="${number(box.left - this.left + edge / 2)}" y="${number(box.top - this.top + edge / 2)}" width="${number(box.width - edge)}" height="${number(box.height - edge)}" rx="${number(Math.min(radius, box.width / 2, box.height / 2))}" fill="${clear(fill) ? 'none' : fill}"${edge ? ` stroke="${style.borderTopColor}" stroke-width="${number(edge)}"${dashes}` : ''}/>`,
    );
  }

  /** A text, line by line, as the page has broken it. */
  #text(node: Text, style: CSSStyleDeclaration): void {
    const range = document.createRange();
    const lines: { top: number; from: number; to: number }[] = [];
    for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { top } = range.getBoundingClientRect();
      const last = lines.at(-1);
      if (last && Math.abs(last.top - top) < 2) last.to = index + word.length;
      else lines.push({ top, from: index, to: index + word.length });
    }
    const right = style.direction === 'rtl';
    for (const { from, to } of lines) {
      range.setStart(node, from);
      range.setEnd(node, to);
      const box = range.getBoundingClientRect();
      if (!box.width) continue;
      const font = `font-family="${safe(style.fontFamily)}" font-size="${style.fontSize}" font-weight="${style.fontWeight}" font-style="${style.fontStyle}"`;
      this.parts.push(
        `<text x="${number((right ? box.right : box.left) - this.left)}" y="${number(box.top - this.top + box.height / 2)}" dominant-baseline="central" direction="${style.direction}" fill="${style.color}" ${font}>${safe(node.data.slice(from, to))}</text>`,
      );
    }
  }

  add(element: Element): void {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden' || style.clipPath !== 'none') return;
    const box = element.getBoundingClientRect();
    const place = `x="${number(box.left - this.left)}" y="${number(box.top - this.top)}" width="${number(box.width)}" height="${number(box.height)}"`;
    if (element instanceof SVGSVGElement) {
      const copy = inlined(element);
      for (const [name, value] of [['x', box.left - this.left], ['y', box.top - this.top], ['width', box.width], ['height', box.height]] as const) copy.setAttribute(name, number(value));
      this.parts.push(new XMLSerializer().serializeToString(copy));
      return;
    }
    if (element instanceof HTMLCanvasElement) {
      if (element.width && element.height) this.parts.push(`<image ${place} href="${element.toDataURL()}"/>`);
      return;
    }
    this.#box(element, style);
    for (const child of element.childNodes) {
      if (child instanceof Text) this.#text(child, style);
      else if (child instanceof Element) this.add(child);
    }
  }
}

/** The part of the page that shows a view, with some room around it. */
export function viewSvg(shown: Element): string {
  // What scrolls is in the picture whole.
  const inner = shown.children.length === 1 ? shown.firstElementChild! : shown;
  const box = inner.getBoundingClientRect();
  const room = 12;
  const [width, height] = [Math.ceil(Math.max(box.width, inner.scrollWidth)) + 2 * room, Math.ceil(Math.max(box.height, inner.scrollHeight)) + 2 * room];
  const picture = new Picture(box.left - room, box.top - room);
  picture.add(inner);
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--card').trim();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${picture.parts.join('')}</svg>\n`;
}
