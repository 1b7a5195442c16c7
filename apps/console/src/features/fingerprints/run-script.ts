/** What `mdt.js` defines, as shops use it. */
type DeviceScript = { readonly doFpt: (page: Document, callback: (answer: string) => void) => void };

/** How long each step took, in milliseconds. */
export type RunTimes = { readonly scriptMs: number; readonly collectMs: number };

/** Why nothing was collected: the script did not load, the frame said nothing, or the server refused. */
export type RunFailure = 'script' | 'silence' | 'refused';

export class RunError extends Error {
  override readonly name = 'RunError';
  readonly reason: RunFailure;

  constructor(reason: RunFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** Collecting takes a second; a busy machine several. */
const PATIENCE_MS = 30_000;
const FRAME = 'fpt_frame';

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => {
      script.remove();
      resolve();
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new RunError('script'));
    });
    document.head.append(script);
  });

const collect = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const { dfp } = window as Window & { readonly dfp?: DeviceScript };
    if (dfp === undefined) {
      reject(new RunError('script'));
      return;
    }
    const timer = setTimeout(() => reject(new RunError('silence')), PATIENCE_MS);
    dfp.doFpt(document, (answer) => {
      clearTimeout(timer);
      if (answer === '') resolve();
      else reject(new RunError('refused'));
    });
  });

/** Does in this page what a shop's page does, and takes the frame away again. @throws `RunError` */
export const runScript = async (sessionId: string, instanceId: string): Promise<RunTimes> => {
  document.getElementById(FRAME)?.remove();
  const query = new URLSearchParams({ session_id: sessionId, instanceId });
  const started = performance.now();
  try {
    await loadScript(`/mdt.js?${query.toString()}`);
    const loaded = performance.now();
    await collect();
    return { scriptMs: loaded - started, collectMs: performance.now() - loaded };
  } finally {
    document.getElementById(FRAME)?.remove();
  }
};
