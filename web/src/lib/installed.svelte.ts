// The page as an app: kept on the device, installed where the browser offers it, renewed when its people say so.

/** A newer page takes over once the older one's worker is idle, which some browsers wait minutes for: longer than people do. */
const PATIENCE = 5000;
/** In this tab the newer page was asked for. */
const ASKED = 'renew';

/** What a browser hands over that could install the page; not in the types yet. */
interface Offer extends globalThis.Event {
  prompt(): Promise<unknown>;
}

class Installed {
  /** A newer page is kept on the device and waits. */
  newer = $state(false);
  private offer: Offer | null = $state.raw(null);
  private waiting: ServiceWorker | null = null;

  /** Whether the browser would install the page if asked. */
  get offered(): boolean {
    return this.offer !== null;
  }

  /** Keep the page on the device, once it has nothing more urgent to do, and look for newer ones now and then. */
  keep(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault(); // asked for in the settings, not by surprise
      this.offer = event as Offer;
    });
    addEventListener('appinstalled', () => (this.offer = null));
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // not on plain http from elsewhere
    if (!import.meta.env.PROD || !workers) return;
    const begin = () => void this.register(workers);
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin);
  }

  private async register(workers: ServiceWorkerContainer): Promise<void> {
    const found = await workers.register('/sw.js').catch(() => null);
    if (!found) return;
    const look = (worker: ServiceWorker | null) => {
      if (worker?.state !== 'installed' || !workers.controller) return;
      this.waiting = worker;
      if (sessionStorage.getItem(ASKED)) this.takeOver();
      else this.newer = true;
    };
    const watch = (worker: ServiceWorker | null) => {
      look(worker);
      worker?.addEventListener('statechange', () => look(worker));
    };
    look(found.waiting);
    watch(found.installing); // the browser may have begun to look before we asked
    found.addEventListener('updatefound', () => watch(found.installing));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void found.update().catch(() => undefined);
    });
  }

  /** Change to the newer page. */
  renew(): void {
    sessionStorage.setItem(ASKED, 'yes');
    this.takeOver();
    setTimeout(() => location.reload(), PATIENCE);
  }

  private takeOver(): void {
    const arrive = () => {
      sessionStorage.removeItem(ASKED);
      location.reload();
    };
    navigator.serviceWorker.addEventListener('controllerchange', arrive, { once: true });
    this.waiting?.postMessage('take-over');
  }

  async install(): Promise<void> {
    const offer = this.offer;
    this.offer = null; // it can be asked only once
    await offer?.prompt();
  }
}

export const installed = new Installed();
