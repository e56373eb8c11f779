// Addresses people share: / · /new/<game> · /t/<code> · /replay/<code> · /learn/<game> · /rules/<game> · /daily/<game>[/<day>]
// · /call/<game> · /follow/<code> · /teach/<game> · /puzzles/<game> · /me · /along
type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; code: string }
  | { page: 'replay'; code: string }
  | { page: 'learn'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'daily'; game: string; day: string | null }
  | { page: 'call'; game: string }
  | { page: 'me' }
  | { page: 'along' }
  | { page: 'follow'; code: string }
  | { page: 'teach'; game: string }
  | { page: 'puzzles'; game: string }
  | { page: 'missing' };

/** A part of an address as it was meant; what cannot be read leads nowhere, as any other wrong address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(path: string): Route {
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean).map(decoded);
  if (!first) return { page: 'home' };
  if ((first === 'me' || first === 'along') && !second) return { page: first };
  if (first === 'daily' && second && rest.length < 2) return { page: 'daily', game: second, day: rest[0] ?? null };
  if (rest.length || !second) return { page: 'missing' };
  if (first === 'new') return { page: 'new', game: second };
  if (first === 't') return { page: 'table', code: second };
  if (first === 'replay') return { page: 'replay', code: second };
  if (first === 'learn') return { page: 'learn', game: second };
  if (first === 'call') return { page: 'call', game: second };
  if (first === 'follow') return { page: 'follow', code: second };
  if (first === 'teach') return { page: 'teach', game: second };
  if (first === 'puzzles') return { page: 'puzzles', game: second };
  if (first === 'rules') return { page: 'rules', game: second };
  return { page: 'missing' };
}

class Router {
  route: Route = $state(read(location.pathname));
  private path = location.pathname;

  go(path: string, replace = false): void {
    // a sheet that is left by a link gives its place in the history to where the link leads
    if (replace || (history.state as { sheet?: string } | null)?.sheet) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.path = location.pathname;
    this.route = read(this.path);
    scrollTo(0, 0);
    arrive();
  }

  /** Back or forth; a sheet that closed leaves the page as it is. */
  back(): void {
    if (location.pathname === this.path) return;
    this.path = location.pathname;
    this.route = read(this.path);
  }
}

/** Whoever changes the page by key or by ear begins at its content, as soon as that is there. */
function arrive(): void {
  const left = document.getElementById('main');
  const late = performance.now() + 10_000;
  const look = () => {
    const main = document.getElementById('main');
    if (main && (main !== left || !left.isConnected)) main.focus({ preventScroll: true });
    else if (performance.now() < late) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export const router = new Router();
addEventListener('popstate', () => router.back());

/** Let links inside the page change the page without loading it again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
