// Addresses people share: / · /new/<game> · /t/<code> · /replay/<code> · /learn/<game> · /rules/<game>
export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; code: string }
  | { page: 'replay'; code: string }
  | { page: 'learn'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'missing' };

function read(path: string): Route {
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (!first) return { page: 'home' };
  if (rest.length || !second) return { page: 'missing' };
  if (first === 'new') return { page: 'new', game: second };
  if (first === 't') return { page: 'table', code: second };
  if (first === 'replay') return { page: 'replay', code: second };
  if (first === 'learn') return { page: 'learn', game: second };
  if (first === 'rules') return { page: 'rules', game: second };
  return { page: 'missing' };
}

class Router {
  route: Route = $state(read(location.pathname));

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.route = read(location.pathname);
    scrollTo(0, 0);
  }
}

export const router = new Router();
addEventListener('popstate', () => (router.route = read(location.pathname)));

/** Let links inside the page change the page without loading it again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
