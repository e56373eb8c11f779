// The page as an app: kept on the device, installed where the browser offers it, renewed when its people say so.

/** So long a worker may take to answer, in milliseconds: people wait no longer. */
const PATIENCE = 5000;
/** So long nobody has looked, and a page that is just being left is gone: an older worker may be relieved. */
const UNSEEN = 3000;

/** What a browser hands over that could install the page; not in the types yet. */
interface Offer extends globalThis.Event {
  prompt(): Promise<unknown>;
}

/** Ask a worker something; null if it says nothing within a few seconds. */
function ask(worker: ServiceWorker, word: 'newer?' | 'choose'): Promise<boolean | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const done = (answer: boolean | null) => {
      port1.close();
      resolve(answer);
    };
    port1.onmessage = ({ data }: MessageEvent<boolean>) => done(data);
    setTimeout(() => done(null), PATIENCE);
    worker.postMessage(word, [port2]);
  });
}

class Installed {
  /** A newer page is kept on the device and waits. */
  newer = $state(false);
  private offer: Offer | null = $state.raw(null);
  /** The worker of the newer page. */
  private waiting: ServiceWorker | null = null;
  /** The worker of this page, where an older one goes on. */
  private own: ServiceWorker | null = null;

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
    const look = async (worker: ServiceWorker | null) => {
      if (worker?.state !== 'installed' || !workers.controller) return;
      const answer = await ask(worker, 'newer?');
      if (answer) [this.waiting, this.newer] = [worker, true];
      else if (answer === false) this.own = worker;
    };
    const watch = (worker: ServiceWorker | null) => {
      void look(worker);
      worker?.addEventListener('statechange', () => void look(worker));
    };
    void look(found.waiting);
    watch(found.installing); // the browser may have begun to look before we asked
    found.addEventListener('updatefound', () => watch(found.installing));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void found.update().catch(() => undefined);
      else setTimeout(() => this.relieve(), UNSEEN);
    });
  }

  /** Change to the newer page: chosen first, so that it is the one that is opened whichever worker answers. */
  async renew(): Promise<void> {
    if (this.waiting) await ask(this.waiting, 'choose');
    location.reload();
  }

  /** Have the worker of this page take over from an older one while nobody looks: a page opened just then might wait for ever. */
  private relieve(): void {
    if (document.visibilityState === 'hidden') this.own?.postMessage('relieve');
  }

  async install(): Promise<void> {
    const offer = this.offer;
    this.offer = null; // it can be asked only once
    await offer?.prompt();
  }
}

export const installed = new Installed();
