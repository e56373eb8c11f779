// What a game draws of itself, as this page shows it: shapes and letters alone, and the places that stand for a move.
//
// The picture becomes part of the page, so that places can be tapped and letters are the page's. What is not in these lists is left
// out: nothing in a picture runs, fetches, links, or changes how the rest looks.

const SHAPES = new Set(
  (
    'g path rect circle ellipse line polyline polygon text tspan ' +
    'defs symbol use linearGradient radialGradient stop clipPath mask pattern marker'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'd points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy rotate width height offset transform viewBox preserveAspectRatio pathLength ' +
    'textLength lengthAdjust gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits ' +
    'patternContentUnits patternTransform markerUnits markerWidth markerHeight refX refY orient id href ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin ' +
    'stroke-miterlimit opacity color visibility display clip-path clip-rule mask marker-start marker-mid marker-end paint-order ' +
    'vector-effect stop-color stop-opacity font-size font-weight font-style letter-spacing text-anchor text-decoration dominant-baseline'
  ).split(' '),
);

/** Names inside a picture are its own: no other part of the page is called so. */
const OWN = 'drawn-';

export interface Shape {
  name: string;
  attributes: Record<string, string>;
  children: (Shape | string)[];
  /** The move it stands for: `data-move`. */
  move: string | null;
}

export interface Drawing {
  box: { x: number; y: number; w: number; h: number };
  shapes: (Shape | string)[];
}

/** The picture a game has drawn; null if it is none. */
export function read(svg: string): Drawing | null {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  if (root?.localName !== 'svg') return null;
  const size = (root.getAttribute('viewBox') ?? `0 0 ${root.getAttribute('width')} ${root.getAttribute('height')}`).trim();
  const [x, y, w, h] = size.split(/[\s,]+/).map(parseFloat) as [number, number, number, number];
  return w > 0 && h > 0 ? { box: { x, y, w, h }, shapes: children(root) } : null;
}

function children(parent: Element): (Shape | string)[] {
  return [...parent.childNodes].flatMap<Shape | string>((node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent?.trim() ? [node.textContent] : [];
    return node.nodeType === Node.ELEMENT_NODE && SHAPES.has((node as Element).localName) ? [shape(node as Element)] : [];
  });
}

function shape(element: Element): Shape {
  const kept = [...element.attributes].flatMap(({ name, value }) => {
    const plain = name === 'xlink:href' ? 'href' : name;
    const own = ATTRIBUTES.has(plain) ? owned(plain, value) : null;
    return own === null ? [] : [[plain, own] as const];
  });
  return {
    name: element.localName,
    attributes: Object.fromEntries(kept),
    children: children(element),
    move: element.getAttribute('data-move'),
  };
}

/** A value that names something else names it inside the picture, or is left out. */
function owned(name: string, value: string): string | null {
  if (name === 'id') return OWN + value;
  if (name === 'href') return value.startsWith('#') ? `#${OWN}${value.slice(1)}` : null;
  const named = value.replace(/url\(\s*(['"]?)#([^'")\s]+)\1\s*\)/g, `url(#${OWN}$2)`);
  return named.replaceAll(`url(#${OWN}`, '').includes('url(') ? null : named;
}
