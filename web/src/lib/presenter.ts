// The keys of whoever presents something, a clicker's too: on and back; on a button, Space and Enter are the button's own.

/** 1 for on, -1 for back, 0 for anything else. */
export function wayOf(event: KeyboardEvent): -1 | 0 | 1 {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return 0;
  if (target.closest('input, select, textarea')) return 0;
  if ([' ', 'Enter'].includes(event.key)) return target.closest('button, a') ? 0 : 1;
  if (['ArrowRight', 'PageDown'].includes(event.key)) return 1;
  return ['ArrowLeft', 'PageUp'].includes(event.key) ? -1 : 0;
}
