// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { read, type Shape } from '@/lib/drawing';

const drawn = (inside: string) => read(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40">${inside}</svg>`)!.shapes as Shape[];

describe('a picture', () => {
  test('is as large as it says', () => {
    expect(read('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5,0 90 40.5"/>')!.box).toEqual({ x: -5, y: 0, w: 90, h: 40.5 });
    expect(read('<svg xmlns="http://www.w3.org/2000/svg" width="90px" height="40"/>')!.box).toEqual({ x: 0, y: 0, w: 90, h: 40 });
  });

  test('or it is none', () => {
    expect(read('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBeNull();
    expect(read('<p>no picture</p>')).toBeNull();
    expect(read('')).toBeNull();
  });

  test('is shapes in shapes, with letters in them', () => {
    const [group] = drawn('<g transform="scale(2)"><rect x="1" fill="#fff"/> <text y="3">A <tspan>b</tspan></text></g>');
    expect(group).toMatchObject({ name: 'g', attributes: { transform: 'scale(2)' }, move: null });
    const [rect, text] = group!.children as Shape[];
    expect(rect).toMatchObject({ name: 'rect', attributes: { x: '1', fill: '#fff' }, children: [] });
    expect(text!.children).toMatchObject(['A ', { name: 'tspan', children: ['b'] }]);
  });

  test('says which shapes stand for a move', () => {
    expect(drawn('<g data-move="G"/><rect/>').map((one) => one.move)).toEqual(['G', null]);
  });

  test('calls its own parts by names nothing else on the page has', () => {
    const [made, used, filled] = drawn('<g id="main"/><use href="#main"/><rect fill="url(#main)"/>');
    expect(made!.attributes).toEqual({ id: 'drawn-main' });
    expect(used!.attributes).toEqual({ href: '#drawn-main' });
    expect(filled!.attributes).toEqual({ fill: 'url(#drawn-main)' });
  });
});

describe('what is no drawing is left out', () => {
  test.each(['<script>alert(1)</script>', '<style>* { display: none }</style>', '<foreignObject/>', '<image href="x.png"/>', '<a/>'])(
    '%s',
    (given) => expect(drawn(`${given}<rect/>`).map((one) => one.name)).toEqual(['rect']),
  );

  test.each([
    'onclick="alert(1)"',
    'style="position: fixed"',
    'class="dialog"',
    'role="alert"',
    'tabindex="0"',
    'fill="url(//elsewhere/x#a)"',
    'fill="url(#a) url(x)"',
  ])('%s', (given) => expect(drawn(`<rect ${given}/>`)[0]!.attributes).toEqual({}));

  test.each(['javascript:alert(1)', 'https://elsewhere/x.svg#a', 'data:image/svg+xml,x'])('a link to %s', (given) =>
    expect(drawn(`<use href="${given}"/>`)[0]!.attributes).toEqual({}),
  );
});
