// Boxes narrower than what is in them: the page, and panels that scroll up and down but were never meant to scroll sideways.
() => {
  const found = [];
  const SIDEWAYS = '.phrases, .scroll'; // made to be pushed aside by a finger
  const name = (box) => `${box.tagName.toLowerCase()}.${box.getAttribute('class') ?? ''}`;
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page: ${document.documentElement.scrollWidth} in ${innerWidth}`);
  for (const box of document.querySelectorAll('body *')) {
    if (box.closest('svg') || !box.clientWidth || !box.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(box);
    if (box.matches('input, select, .unseen') || /inset\(50%\)/.test(style.clipPath)) continue;
    const clips = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis';
    if (clips && !box.matches(SIDEWAYS) && box.scrollWidth > box.clientWidth + 1) {
      const edge = box.getBoundingClientRect().left + box.clientLeft + box.clientWidth + 1;
      const widest = [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge && !one.closest('svg svg, svg *')).map(name)[0];
      found.push(`${name(box)}: ${box.scrollWidth} in ${box.clientWidth} (${widest})`);
    }
  }
  return found;
}
