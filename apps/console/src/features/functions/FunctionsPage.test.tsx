import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import '../../testing/no-layout.ts';
import { NO_SYMBOLS } from '../../testing/fixtures.ts';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { formOf, freeName, textOf } from './function-form.ts';
import { FunctionsPage } from './FunctionsPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
const OUTPUT = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c52';

const text = {
  parameters: [{ name: 'limit', type: 'Double', fallback: 100 }],
  outputs: [{ id: OUTPUT, name: 'over', description: '', type: 'Boolean', fallback: false, code: 'RETURN limit > 50' }],
  samplePayload: { totalAmount: 5 },
} as const;

const detail = (change: object = {}) => ({
  id: ID,
  name: 'Limits',
  description: 'What a customer may spend',
  status: 'Published',
  publishedVersion: 1,
  callers: [],
  changed: { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' },
  version: 'v1',
  draft: null,
  versions: [
    { ...text, version: 1, published: { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' }, note: '', restores: null },
  ],
  canWrite: true,
  ...change,
});

const answering =
  (change: object = {}, canWrite = true, calls: string[] = []): Answer =>
  ({ method, path, body }) => {
    const after = path.split('/functions')[1] ?? '';
    if (path.includes('/catalogue')) return { ...NO_SYMBOLS, limits: { propertiesPerFunction: 30 } };
    if (after.startsWith('/evaluate')) {
      return {
        diagnostics: [],
        result: { outputs: [{ id: OUTPUT, name: 'over', value: true, errors: [] }], elapsedUs: 10 },
      };
    }
    if (method !== 'GET') calls.push(`${method} ${after} ${JSON.stringify(body)}`);
    if (after.length > 1) return detail({ canWrite, ...change });
    const { draft: _draft, versions: _versions, canWrite: _canWrite, ...summary } = detail(change);
    return { functions: [summary], canWrite };
  };

const CALLERS = [{ kind: 'rule', id: OUTPUT, name: 'High amounts', environmentId: ID, properties: ['over'] }];
const PUBLISHED_AT = '2026-11-19T17:31:00.000Z';
const coded = (code: string) => ({ ...text, outputs: text.outputs.map((output) => ({ ...output, code })) });
const version = (number: number, code: string) => ({
  ...coded(code),
  version: number,
  published: { by: 'Tomas Berg', at: PUBLISHED_AT },
  note: '',
  restores: null,
});

describe('the functions page', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('lists functions and opens one with what its outputs come to', async () => {
    await renderConsole(<FunctionsPage />, { answer: answering() });
    fireEvent.click(await screen.findByRole('gridcell', { name: 'Limits' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Limits' })).toBeDefined();
    expect(await screen.findByText('With the sample: true')).toBeDefined();
  });

  it('saves what was changed by itself, and only then', async () => {
    const calls: string[] = [];
    await renderConsole(<FunctionsPage />, {
      address: `/?function=${ID}`,
      answer: answering({}, true, calls),
    });
    const add = await screen.findByRole('button', { name: 'Add input' });
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    fireEvent.click(add);
    expect(screen.getByText('Not saved yet')).toBeDefined();
    await waitFor(() => expect(calls).toHaveLength(1), { timeout: 15_000 });
    expect(calls[0]).toContain(`PUT /${ID}/draft`);
    expect(calls[0]).toContain('"name":"input1","type":"String","fallback":""');
  });

  it('says who calls a function and what they read', async () => {
    await renderConsole(<FunctionsPage />, { address: `/?function=${ID}`, answer: answering({ callers: CALLERS }) });
    expect(await screen.findByText('High amounts')).toBeDefined();
    expect(screen.getByRole('list', { name: 'Called by' }).textContent).toContain('over');
  });

  it('warns with the callers before it takes away what they read', async () => {
    const calls: string[] = [];
    await renderConsole(<FunctionsPage />, {
      address: `/?function=${ID}`,
      answer: answering({ callers: CALLERS }, true, calls),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Add input' }));
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    const asked = await screen.findByRole('alertdialog');
    expect(asked.textContent).toContain('What callers read goes: Inputs.');
    expect(asked.textContent).toContain('High amounts');
    const accept = (): void => {
      fireEvent.click(screen.getByRole('button', { name: 'Publish and leave callers the default' }));
    };
    accept();
    fireEvent.change(screen.getByRole('textbox', { name: 'Note for the history' }), {
      target: { value: 'nobody needs it' },
    });
    accept();
    await waitFor(() => expect(calls.at(-1)).toContain('"note":"nobody needs it","acceptBreaking":true'));
    expect(calls.filter((each) => each.includes('/publish'))).toHaveLength(1);
  });

  it('offers to undo what was published, which brings the version before back', async () => {
    const calls: string[] = [];
    await renderConsole(<FunctionsPage />, { address: `/?function=${ID}`, answer: answering({}, true, calls) });
    fireEvent.click(await screen.findByRole('button', { name: 'Add input' }));
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    const asked = await screen.findByRole('alertdialog');
    fireEvent.click(within(asked).getByRole('button', { name: 'Publish' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }, { timeout: 15_000 }));
    await waitFor(() => expect(calls.at(-1)).toContain(`POST /${ID}/roll-back {"version":"v1","to":1`));
  });

  it('names the callers that would read a score too early, and publishes nevertheless with a reason', async () => {
    const calls: string[] = [];
    const answer: Answer = (request) => {
      const { path, body } = request;
      const answered = answering({}, true, calls)(request);
      if (!path.endsWith('/publish') || (body as { acceptBreaking: boolean }).acceptBreaking) return answered;
      const refused = {
        type: 'urn:redoubt:error:FUNCTION-SCORE-EARLY',
        title: 'FUNCTION-SCORE-EARLY',
        status: 409,
        code: 'FUNCTION-SCORE-EARLY',
        params: { name: 'Limits', callers: ['High amounts', 'Functions.Outer'] },
        correlationId: 'c',
      };
      return Response.json(refused, { status: 409, headers: { 'content-type': 'application/problem+json' } });
    };
    await renderConsole(<FunctionsPage />, { address: `/?function=${ID}`, answer });
    fireEvent.click(await screen.findByRole('button', { name: 'Add input' }));
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    const asked = await screen.findByRole('alertdialog');
    fireEvent.click(within(asked).getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText(/^These read a score before it is known/)).toBeDefined();
    expect(asked.textContent).toContain('High amountsFunctions.Outer');
    fireEvent.change(screen.getByRole('textbox', { name: 'Note for the history' }), {
      target: { value: 'moved next week' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Publish nevertheless' }));
    await waitFor(() => expect(calls.at(-1)).toContain('"note":"moved next week","acceptBreaking":true'));
  });

  it('takes a first version out of production again', async () => {
    const calls: string[] = [];
    const first = { ...detail(), status: 'DraftOnly', publishedVersion: null, versions: [], draft: null };
    let published = false;
    const answer: Answer = (request) => {
      const answered = answering({}, true, calls)(request);
      published ||= request.path.endsWith('/publish');
      return request.path.endsWith('/unpublish') || (!published && request.path.includes(ID)) ? first : answered;
    };
    await renderConsole(<FunctionsPage />, { address: `/?function=${ID}`, answer });
    fireEvent.click(await screen.findByRole('button', { name: 'Add output' }));
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }, { timeout: 15_000 }));
    await waitFor(() => expect(calls.at(-1)).toContain(`POST /${ID}/unpublish {"version":"v1"`));
    expect(await screen.findByText('The function is out of production; its text is the draft')).toBeDefined();
  });

  it('shows older versions, compares them and goes back to one with a note', async () => {
    const calls: string[] = [];
    const change = {
      publishedVersion: 2,
      versions: [version(2, 'RETURN limit > 60'), version(1, 'RETURN limit > 50')],
    };
    await renderConsole(<FunctionsPage />, { address: `/?function=${ID}`, answer: answering(change, true, calls) });
    fireEvent.click(await screen.findByRole('button', { name: /^History/ }));
    const panel = await screen.findByRole('complementary', { name: 'History' });
    fireEvent.click(within(panel).getByRole('button', { name: /^Version 1/ }));
    expect(await screen.findByText(/^Version 1, published/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add input' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Roll back to version 1' }));
    const asked = await screen.findByRole('alertdialog');
    expect(asked.textContent).toContain('Its text is used from the next event on, as version 3.');
    expect((await screen.findByRole('region', { name: /against/ })).textContent).toContain('RETURN limit > 60');
    fireEvent.change(within(asked).getByRole('textbox', { name: 'Note for the history' }), {
      target: { value: 'too high' },
    });
    fireEvent.click(within(asked).getByRole('button', { name: 'Roll back to version 1' }));
    await waitFor(() =>
      expect(calls.at(-1)).toBe(
        `POST /${ID}/roll-back {"version":"v1","to":1,"note":"too high","acceptBreaking":false}`,
      ),
    );
  });

  it('merges a draft that is older than what is published, and says so to the server', async () => {
    const calls: string[] = [];
    const change = {
      status: 'PublishedWithDraft',
      publishedVersion: 2,
      draft: { ...coded('LET $a = 1\nRETURN limit > 50'), savedAt: PUBLISHED_AT, by: 'Mara', basedOnVersion: 1 },
      versions: [version(2, 'RETURN limit > 50\n\n'), version(1, 'RETURN limit > 50')],
    };
    await renderConsole(<FunctionsPage />, { address: `/?function=${ID}`, answer: answering(change, true, calls) });
    expect((await screen.findAllByText('This draft is older than the published version')).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Merge and go on' }));
    await waitFor(() => expect(calls.at(-1)).toContain(`PUT /${ID}/draft`), { timeout: 15_000 });
    expect(calls.at(-1)).toContain('"mergedWith":2');
    expect(calls.at(-1)).toContain('LET $a = 1');
  });

  it('can change its description always, and its name only while no caller uses it', async () => {
    const calls: string[] = [];
    await renderConsole(<FunctionsPage />, {
      address: `/?function=${ID}`,
      answer: answering({ callers: CALLERS }, true, calls),
    });
    // The bar has no room for it here.
    fireEvent.click(await screen.findByText('Rename'));
    expect(screen.getByText(/only the description can change/)).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), { target: { value: 'Limits of a day' } });
    fireEvent.submit(screen.getByRole('textbox', { name: 'Description' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toBe(`PATCH /${ID} {"version":"v1","name":"Limits","description":"Limits of a day"}`);
  });

  it('shows readers the text without a way to change it', async () => {
    await renderConsole(<FunctionsPage />, { address: `/?function=${ID}`, answer: answering({}, false) });
    expect(await screen.findByText('Read only')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add input' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
  });
});

describe('what is typed', () => {
  it('goes out with defaults of its types and comes back as text', () => {
    expect(textOf(formOf({ ...text, parameters: [...text.parameters], outputs: [...text.outputs] }))).toEqual(text);
    const empty = {
      parameters: [{ name: 'a', type: 'Integer' as const, fallback: ' ' }],
      outputs: [],
      samplePayload: {},
    };
    expect(textOf(empty).parameters[0]?.fallback).toBeNull();
  });

  it('gets a name that is free', () => {
    expect(freeName('input', [{ name: 'INPUT1' }, { name: 'x' }])).toBe('input2');
  });
});
