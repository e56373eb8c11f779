// Texts that are cut off, off the screen or under something else; what a box lets one scroll to counts as readable.
() => {
  const found = [];
  const short = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const top = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (!text.textContent.trim() || element.closest('.unseen, svg, option, script, style')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (/inset\(50%\)/.test(getComputedStyle(element).clipPath)) continue; // for screen readers only
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue;
      let reachable = null; // the box that scrolls to it
      let shortened = false;
      let [left, right] = [rect.left, rect.right];
      let clamped = false; // a line after the last one that is shown, which ends in dots
      for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) { reachable = box; break; }
        const edge = box.getBoundingClientRect();
        if (style.webkitLineClamp !== 'none' && rect.bottom > edge.bottom + 3) clamped = true;
        if (style.textOverflow === 'ellipsis') { // shortened, and says so: what is left of it has to be seen
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
          shortened = true;
        }
        if (shortened || style.display === 'inline') continue;
        const aside = style.overflowX !== 'visible' && (rect.right > edge.right + 2 || rect.left < edge.left - 2);
        const below = style.overflowY !== 'visible' && (rect.bottom > edge.bottom + 3 || rect.top < edge.top - 3);
        if (aside || below) found.push(`cut off: ${short(text.textContent)} in ${box.className || box.tagName}`);
      }
      if (clamped) continue;
      if (!reachable && (right > innerWidth + 1 || left < -1)) found.push(`off the screen: ${short(text.textContent)}`);
      const [x, y] = [(left + right) / 2, (rect.top + rect.bottom) / 2];
      if (getComputedStyle(element).pointerEvents === 'none') continue; // lies over the board and lets taps through
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit.contains(element) || element.contains(hit)) continue;
      if (hit.closest('label') && hit.closest('label') === element.closest('label')) continue;
      if (reachable) {
        const box = reachable.getBoundingClientRect();
        if (x < box.left + 6 || x > box.right - 6 || y < box.top + 6 || y > box.bottom - 6) continue;
      }
      found.push(`covered: ${short(text.textContent)} by ${hit.tagName}.${hit.getAttribute('class') ?? ''}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`scrolls sideways: ${document.documentElement.scrollWidth} of ${innerWidth}`);
  return [...new Set(found)];
}
