import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { brokenJson, formOf, NEW_CALL, sampleRequestOf, textOf } from './call-form.ts';
import { ExternalCallsPage } from './ExternalCallsPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
const CHANGED = { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' };
const FIGURES = { calls: 120, perSecond: 0.5, success: 0.975, averageMs: 42, p50Ms: 30, p95Ms: 100, p99Ms: 300 };
const USER = { kind: 'rule', id: ID, name: 'High amounts', assessment: 'purchase' };

const definition = {
  method: 'POST',
  url: 'https://score.example/v1',
  contentType: 'json',
  parameters: [{ name: 'user', sample: 'nora' }],
  configurations: [],
  headers: [{ name: 'X-Api-Key', value: '', secret: true }],
  body: null,
  authentication: { kind: 'basic', userName: 'shop' },
  timeoutMs: 500,
  defaultResponse: { score: 0 },
} as const;

const detail = (change: object = {}) => ({
  id: ID,
  name: 'partnerScore',
  description: 'Score of the partner',
  definition,
  sampleResponse: { score: 650 },
  secrets: [
    { slot: 'auth', set: CHANGED },
    { slot: 'header.x-api-key', set: CHANGED },
  ],
  users: [],
  changed: CHANGED,
  version: '1',
  canWrite: true,
  ...change,
});

const summary = (canWrite: boolean) => ({
  calls: [
    {
      id: ID,
      name: 'partnerScore',
      description: 'Score of the partner',
      method: 'POST',
      endpoint: 'https://score.example/v1',
      timeoutMs: 500,
      health: 'degraded',
      figures: FIGURES,
      trend: [{ calls: 1, failed: 0 }],
      warmUp: { at: CHANGED.at, error: '' },
      users: [USER],
      changed: CHANGED,
      version: '1',
    },
  ],
  canWrite,
});

const CALLERS = [
  {
    rule: { id: ID, name: 'High amounts', assessment: 'purchase', environmentId: TEST_ENVIRONMENT_ID },
    clause: 'Partner says no',
    isCondition: false,
    figures: { ...FIGURES, averageMs: 50 },
    lostMs: 1500,
    failures: [
      {
        outcome: 'timeout',
        calls: 3,
        newest: { environmentId: TEST_ENVIRONMENT_ID, eventType: 'purchase', eventId: 'p-1', at: CHANGED.at },
      },
    ],
  },
  { rule: null, clause: '', isCondition: false, figures: FIGURES, lostMs: 0, failures: [] },
];

/** What is read of the event here; its page reads the rest. */
const FAILED_EVENT = {
  calls: [
    {
      name: 'partnerScore',
      environmentName: 'Shop',
      arguments: ['n***@example.com'],
      httpStatusCode: 504,
      error: 'The answer has the status 504.',
      latencyMs: 480,
      response: { score: 0 },
      idempotencyKey: null,
    },
    { name: 'other', error: 'Not this one.', arguments: [] },
  ],
  actions: [],
};

const METRICS = {
  name: 'partnerScore',
  timeoutMs: 500,
  health: 'degraded',
  from: '2026-11-20T10:30:00.000Z',
  to: '2026-11-21T10:30:00.000Z',
  figures: FIGURES,
  failures: [{ outcome: 'timeout', calls: 3 }],
  budgetMs: 5000,
  callers: CALLERS,
  buckets: [
    { from: '2026-11-20T10:30:00.000Z', to: '2026-11-21T10:30:00.000Z', figures: FIGURES, failures: { timeout: 3 } },
  ],
};

const answering =
  (change: object = {}, canWrite = true, calls: string[] = []): Answer =>
  ({ method, path, body }) => {
    const after = path.split('/externalcalls')[1] ?? '';
    if (method !== 'GET') calls.push(`${method} ${after} ${JSON.stringify(body)}`);
    if (after.includes('/metrics')) return METRICS;
    if (path.includes('/events/')) return FAILED_EVENT;
    if (after === '/test') {
      return {
        outcome: 'timeout',
        httpStatusCode: 0,
        error: 'No answer came within 500 ms.',
        latencyMs: 500,
        response: { score: 0 },
      };
    }
    return after.startsWith(`/${ID}`) || method === 'POST' ? detail({ canWrite, ...change }) : summary(canWrite);
  };

describe('the external calls page', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('shows how each call does, and opens one', async () => {
    await renderConsole(<ExternalCallsPage />, { answer: answering() });
    for (const figure of ['0.5', '42 ms', '97.5%', 'Degraded', 'Used by 1 text · kept warm'])
      expect(await screen.findByText(figure)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'partnerScore' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'partnerScore' })).toBeDefined();
    expect(await screen.findByText('≤ 300 ms')).toBeDefined();
    expect(screen.getByText(/each node stops asking after the failures it saw itself/)).toBeDefined();
    expect(screen.getByRole('list', { name: 'Failures by kind' }).textContent).toContain('No answer in time3');
  });

  it('says which clause called, what failing cost, and shows the newest failing call with its masks', async () => {
    await renderConsole(<ExternalCallsPage />, { address: `/?call=${ID}`, answer: answering() });
    const callers = within(await screen.findByRole('region', { name: 'Called by' }));
    const link = callers.getByRole('link', { name: 'High amounts' });
    expect(link.getAttribute('href')).toContain(ID);
    for (const shown of [
      '· Partner says no',
      '50 ms (1.0% of the budget)',
      /^1\.5.sec$/,
      'Tests, and calls without a known rule',
    ])
      expect(callers.getByText(shown)).toBeDefined();
    fireEvent.click(callers.getByRole('button', { name: 'Show the newest: No answer in time' }));
    expect(await callers.findByText('External.partnerScore(n***@example.com)')).toBeDefined();
    expect(callers.getByText(/HTTP 504/)).toBeDefined();
    expect(callers.queryByText('Not this one.')).toBeNull();
  });

  it('saves what was changed, without secrets that were not entered anew', async () => {
    const calls: string[] = [];
    await renderConsole(<ExternalCallsPage />, { address: `/?call=${ID}`, answer: answering({}, true, calls) });
    fireEvent.change(await screen.findByLabelText('Description'), { target: { value: 'Another' } });
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toContain(`PUT /${ID}`);
    expect(calls[0]).toContain('"description":"Another"');
    expect(calls[0]).toContain('"secrets":{}');
  });

  it('says what is wrong with a field beside it, once it was left', async () => {
    await renderConsole(<ExternalCallsPage />, { address: `/?call=${ID}`, answer: answering() });
    const url = await screen.findByLabelText('Address');
    fireEvent.change(url, { target: { value: 'ftp://x' } });
    expect(screen.queryByText(/^Enter an https address/)).toBeNull();
    fireEvent.blur(url);
    expect(await screen.findAllByText(/^Enter an https address/)).toHaveLength(1);
    fireEvent.change(url, { target: { value: 'https://x.example/a' } });
    await waitFor(() => expect(screen.queryByText(/^Enter an https address/)).toBeNull());
  });

  it('judges certificate and key beside their fields, once they were left', async () => {
    await renderConsole(<ExternalCallsPage />, { address: `/?call=${ID}`, answer: answering() });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Kind' }), { target: { value: 'certificate' } });
    const type = (label: string, value: string): void => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
      fireEvent.blur(screen.getByLabelText(label));
    };
    type('Certificate (PEM)', 'not one');
    expect(await screen.findAllByText(/^Enter PEM/)).toHaveLength(1);
    type('Certificate (PEM)', '-----BEGIN PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----');
    expect(await screen.findByText(/^This holds a private key/)).toBeDefined();
    type('Certificate (PEM)', '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----');
    await waitFor(() => expect(screen.queryByText(/^This holds a private key/)).toBeNull());
    type('Private key (PEM)', '-----BEGIN ENCRYPTED PRIVATE KEY-----\nQUJD\n-----END ENCRYPTED PRIVATE KEY-----');
    expect(await screen.findByText(/^The key is encrypted/)).toBeDefined();
    // An emptied field leaves the key that is kept.
    type('Private key (PEM)', '');
    await waitFor(() => expect(screen.queryByText(/^(The key is encrypted|Enter PEM)/)).toBeNull());
  });

  it('judges headers, values and the authentication as the server does', async () => {
    await renderConsole(<ExternalCallsPage />, { address: `/?call=${ID}`, answer: answering() });
    fireEvent.click(await screen.findByRole('button', { name: 'Add header' }));
    const headers = screen.getByRole('region', { name: 'Headers' });
    const type = (label: string, value: string, part = headers): void => {
      const field = within(part).getAllByLabelText(label).at(-1) as HTMLElement;
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
    };
    type('Name', 'Content-Type');
    expect(await within(headers).findByText(/^Enter a header name/)).toBeDefined();
    type('Name', 'X-Shop');
    await waitFor(() => expect(within(headers).queryByText(/^Enter a header name/)).toBeNull());
    type('Value', '{configuration.nothing}');
    expect(await within(headers).findByText(/^A placeholder names/)).toBeDefined();
    const authentication = screen.getByRole('region', { name: 'Authentication' });
    fireEvent.change(within(authentication).getByRole('combobox'), { target: { value: 'apiKey' } });
    type('Header', 'Host', authentication);
    expect(await within(authentication).findByText(/^Enter a header name/)).toBeDefined();
  });

  it('tests a call as it stands, and says what came of it', async () => {
    await renderConsole(<ExternalCallsPage />, { address: `/?call=${ID}`, answer: answering() });
    await screen.findByLabelText('Description');
    fireEvent.keyDown(document.body, { key: 't' });
    expect(await screen.findByText('No answer came within 500 ms.')).toBeDefined();
  });

  it('keeps name and parameters while a rule uses the call, and cannot delete it', async () => {
    await renderConsole(<ExternalCallsPage />, { address: `/?call=${ID}`, answer: answering({ users: [USER] }) });
    expect(await screen.findByText('It is in use: name and parameters stay.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add parameter' })).toBeNull();
    expect(screen.getByRole('link', { name: 'High amounts' }).getAttribute('href')).toContain(ID);
    expect(screen.getByText('Delete').closest('button')?.getAttribute('aria-disabled')).toBe('true');
  });

  it('shows readers a call without a way to change or test it', async () => {
    await renderConsole(<ExternalCallsPage />, { address: `/?call=${ID}`, answer: answering({}, false) });
    expect(await screen.findByText('Read only')).toBeDefined();
    for (const name of ['Save', /^Test/, 'Add header']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('what is typed', () => {
  it('goes out as it came', () => {
    const text = textOf(formOf(detail() as unknown as Parameters<typeof formOf>[0]));
    expect(text.definition).toEqual(definition);
    expect(text.secrets).toEqual({});
  });

  it('is JSON, or says where it is not', () => {
    expect(brokenJson({ ...NEW_CALL, body: '{', sampleResponse: 'x' })).toEqual(['body', 'sampleResponse']);
    expect(textOf({ ...NEW_CALL, secrets: { auth: 'left behind' } }).secrets).toEqual({});
  });

  it('shows what would be sent', () => {
    const parameters = [
      { name: 'user', sample: 'nora' },
      { name: 'ip', sample: '192.0.2.1' },
    ];
    const form = { ...NEW_CALL, url: 'https://x.example/{parameter.user}', parameters };
    expect(sampleRequestOf({ ...form, method: 'GET' })).toBe('GET https://x.example/nora?ip=192.0.2.1');
    expect(sampleRequestOf(form)).toContain('"ip": "192.0.2.1"');
  });
});
