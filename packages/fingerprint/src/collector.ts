import { load as loadDetector } from '@fingerprintjs/botd';
import { load } from '@fingerprintjs/fingerprintjs';
import { clientHints } from './client-hints.ts';
import { graphicsFacts } from './graphics.ts';
import { browserFacts } from './browser-facts.ts';
import { hashText } from './hash-text.ts';

/** Longest text of one component; longer ones are sent as their hash, which tells browsers apart as well. */
const MAX_TEXT = 200;

/** Tells the libraries to report to no server. */
const SILENT = { monitoring: false } as const;

const textOf = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length <= MAX_TEXT ? text : hashText(text);
};

type Report = {
  readonly attributes: Readonly<Record<string, string>>;
  readonly components: Readonly<Record<string, string>>;
  readonly distinctness: number;
};

/** A part that fails tells nothing; the others do. */
const orNothing = async <T>(work: () => Promise<T> | T, nothing: T): Promise<T> => {
  try {
    return await work();
  } catch {
    return nothing;
  }
};

const collect = async (): Promise<Report> => {
  const startedMs = performance.now();
  const agent = await load(SILENT);
  const { components, confidence } = await agent.get();
  const known = Object.fromEntries(
    Object.entries(components).flatMap(([name, component]) =>
      'value' in component && component.value !== undefined ? [[name, textOf(component.value)] as const] : [],
    ),
  );
  const fonts = 'value' in components.fonts ? (components.fonts.value ?? []) : [];
  const detected = await orNothing<string>(async () => {
    const result = (await loadDetector(SILENT)).detect();
    return result.bot ? result.botKind : 'false';
  }, '');
  return {
    attributes: {
      ...(await orNothing(() => browserFacts(fonts), {})),
      ...(await orNothing(graphicsFacts, {})),
      ...(await orNothing(clientHints, {})),
      imageDataUrlHash: hashText(known.canvas ?? ''),
      browserAutomation: detected,
      onPageTime: String(Math.round(performance.now() - startedMs)),
    },
    components: known,
    distinctness: confidence.score,
  };
};

/** Sends what was collected to where this page came from, and tells the page around it how that went. */
const run = async (): Promise<void> => {
  const answer = await fetch(`/fpt/collect${location.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await collect()),
    credentials: 'same-origin',
    keepalive: true,
  });
  const text = await answer.text();
  window.parent.postMessage({ source: 'fpt', ok: answer.ok, text }, '*');
};

run().catch((error: unknown) => {
  const text = `ServerError: ${error instanceof Error ? error.message : 'unknown'}`;
  window.parent.postMessage({ source: 'fpt', ok: false, text }, '*');
});
