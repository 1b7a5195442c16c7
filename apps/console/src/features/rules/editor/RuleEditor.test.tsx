import type { RuleDetail } from '@redoubt/contracts';
import { cursorOfEditor, typeIntoEditor } from '@redoubt/fql-editor';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderConsole } from '../../../testing/render-console.tsx';
import { RulesPage } from '../RulesPage.tsx';
import '../../../testing/no-layout.ts';
import { CLAUSE_IDS, RULE_IDS, ruleOf, rulesServer, type RulesServer } from '../testing/rules-server.ts';

const show = async (server: RulesServer = rulesServer(), query = '') => {
  const address = `/fraud/purchase/rules?rule=${RULE_IDS.first}${query}`;
  const shown = await renderConsole(<RulesPage />, { address, answer: server.answer });
  await screen.findByRole('heading', { name: 'High amount', level: 1 });
  return { ...shown, server };
};

const codeBox = (part: string) => screen.getByRole('textbox', { name: `Code of ${part}` });

const typeInto = (part: string, code: string) => act(() => typeIntoEditor(codeBox(part), code));

const bodyOf = (server: RulesServer, path: RegExp) => server.writes.find((write) => path.test(write.path))?.body;

describe('rule editor', () => {
  afterEach(cleanup);

  test('condition and clauses stand on one surface with continuous line numbers', async () => {
    await show();
    const numbers = [...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')]
      .filter((each) => !each.getAttribute('style')?.includes('hidden'))
      .map((each) => each.textContent);
    expect(numbers).toEqual(['1', '2', '3', '4', '5']);
  });

  test('the evaluation says the decision and marks the deciding clause', async () => {
    await show();
    expect(await screen.findByText('Decides: Reject')).toBeTruthy();
    expect(screen.getByText('HIGH')).toBeTruthy();
    const part = screen.getByRole('region', { name: '1 Above the limit' });
    expect(part.dataset['tone']).toBe('reject');
    expect(within(part).getByTitle('@"totalAmount" = 489')).toBeTruthy();
  });

  test('a sample that misses the condition is said in words', async () => {
    await show();
    fireEvent.change(await screen.findByRole('textbox', { name: 'Value of totalAmount' }), { target: { value: '20' } });
    expect(await screen.findByText(/Not evaluated: the condition does not hold/)).toBeTruthy();
  });

  test('typing saves the draft after a pause', async () => {
    const { server } = await show();
    typeInto('1 Above the limit', 'RETURN Reject("HIGH")\nWHEN @"totalAmount" > 300');
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await waitFor(() => expect(bodyOf(server, /draft$/)).toMatchObject({ version: 'v1' }), { timeout: 3000 });
    expect(await screen.findByText(/^Saved/)).toBeTruthy();
  });

  test('errors keep the rule from being published and lead to their place', async () => {
    const { server } = await show();
    typeInto('2 Abroad', 'RETURN Review("ABROAD")\nWHEN $unknown > 1');
    const problem = await screen.findByRole('button', { name: /Abroad, line 5.*\$unknown/ });
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect(bodyOf(server, /publish$/)).toBeUndefined();
    fireEvent.click(problem);
    expect(cursorOfEditor(codeBox('2 Abroad'))).toBe(29);
  });

  test('publishing shows what changes first, then sends note and state, and shows the new version', async () => {
    const { server } = await show();
    await screen.findByText('Decides: Reject');
    expect(screen.getByText('1 line changed in 1 part')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Note for the history' }), { target: { value: 'Limit 400' } });
    const submit = { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true };
    fireEvent.keyDown(codeBox('2 Abroad'), submit);
    const review = await screen.findByRole('region', { name: 'Before publishing' });
    expect(review.querySelector('del')?.textContent).toContain('600');
    expect(review.textContent).toContain('Not tested against history');
    expect(within(review).queryByRole('alert')).toBeNull();
    expect(bodyOf(server, /publish$/)).toBeUndefined();
    fireEvent.keyDown(codeBox('2 Abroad'), submit);
    await waitFor(() =>
      expect(bodyOf(server, /publish$/)).toMatchObject({ version: 'v1', active: true, note: 'Limit 400' }),
    );
    expect(await screen.findByText('Active, version 4')).toBeTruthy();
    expect(screen.getByText('Nothing changed against version 4')).toBeTruthy();
  });

  const publishFirst = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    return screen.findByRole('region', { name: 'Before publishing' });
  };

  test('a published version can be taken back from where it is said', async () => {
    const { server } = await show();
    await screen.findByText('Decides: Reject');
    await publishFirst();
    fireEvent.click(screen.getByRole('button', { name: 'Publish version 4' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bodyOf(server, /roll-back$/)).toMatchObject({ to: 3, note: 'Undoes version 4' }));
  });

  test('a first version that is taken back is switched off', async () => {
    const { server } = await show(rulesServer(ruleOf({ published: null, history: [], status: 'DraftOnly' })));
    await screen.findByText('Decides: Reject');
    const review = await publishFirst();
    expect(review.textContent).toContain('this rule has decided nothing before');
    fireEvent.click(screen.getByRole('button', { name: 'Publish version 1' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bodyOf(server, /activation$/)).toMatchObject({ active: false }));
  });

  test('a clause that rejects everything is named before it decides', async () => {
    const { draft } = ruleOf();
    const clauses = draft?.clauses.map((clause) => ({ ...clause, code: 'RETURN Reject("ALL")' })) ?? [];
    await show(rulesServer(ruleOf({ draft: draft && { ...draft, condition: '', clauses: clauses.slice(0, 1) } })));
    const review = await publishFirst();
    expect(within(review).getByRole('alert').textContent).toContain('“Above the limit” rejects every event');
  });

  test('default names do not reach production: publishing asks for others', async () => {
    const { draft } = ruleOf();
    const clauses = draft?.clauses.map((clause, index) => (index === 1 ? { ...clause, name: 'Klausel 2' } : clause));
    const unnamed = ruleOf({ draft: draft && { ...draft, clauses: clauses ?? [] } });
    const { server } = await show(rulesServer(unnamed));
    const review = await publishFirst();
    const publish = screen.getByRole('button', { name: 'Publish version 4' });
    expect(publish.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(publish);
    expect(bodyOf(server, /publish$/)).toBeUndefined();
    const name = within(review).getByRole('textbox', { name: 'Name of clause 2' });
    fireEvent.change(name, { target: { value: 'Clause 9' } });
    fireEvent.blur(name);
    expect(review.textContent).toContain('“Clause 9” does not say what it does');
    fireEvent.change(name, { target: { value: 'Abroad' } });
    fireEvent.click(screen.getByRole('button', { name: 'Publish version 4' }));
    await waitFor(() => expect(server.rule.published?.clauses[1]?.name).toBe('Abroad'));
  });

  test('clauses stand under the stages of their assessment and step from one into the next', async () => {
    const { server } = await show();
    expect(screen.getByRole('heading', { name: 'Before all scoring' }).parentElement?.textContent).toContain(
      '2 clauses',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Move Abroad to “After risk scoring”' }));
    expect(screen.getByRole('heading', { name: 'After risk scoring' }).parentElement?.textContent).toContain(
      '1 clause',
    );
    expect(await screen.findByRole('textbox', { name: 'Value of riskScore' })).toBeTruthy();
    await waitFor(
      () => expect(bodyOf(server, /draft$/)).toMatchObject({ text: { clauses: [{}, { section: 'postRisk' }] } }),
      { timeout: 15_000 },
    );
    typeInto('1 Above the limit', 'RETURN Reject("HIGH")\nWHEN @"riskScore" > 700');
    expect(await screen.findByText(/move the clause to the section "After risk scoring"/)).toBeTruthy();
  });

  test('a clause that is dragged stands where it is dropped', async () => {
    await show();
    const dataTransfer = { setData: () => undefined, setDragImage: () => undefined };
    const [, abroad] = screen.getAllByTitle('Drag to another place or section');
    const head = screen.getByRole('heading', { name: 'After risk scoring' });
    fireEvent.dragStart(abroad ?? head, { dataTransfer });
    fireEvent.dragOver(head, { dataTransfer });
    fireEvent.drop(head, { dataTransfer });
    expect(await screen.findByRole('button', { name: 'Move Abroad to “Before all scoring”' })).toBeTruthy();
  });

  const savedByTomas = (code: string): RuleDetail => {
    const { draft } = ruleOf();
    if (!draft) throw new Error('the rule has a draft');
    const clauses = draft.clauses.map((clause, index) => (index === 1 ? { ...clause, code } : clause));
    return ruleOf({
      version: 'v7',
      draft: { ...draft, clauses, by: 'Tomas Berg', savedAt: '2026-11-21T10:00:00.000Z' },
    });
  };

  test('a save that meets a newer rule shows three texts, and merges them where each changed something else', async () => {
    const { server } = await show();
    server.rule = savedByTomas('RETURN Review("THEIRS")\nWHEN @"user.country" != "DK"');
    typeInto('1 Above the limit', 'RETURN Reject("MINE")\nWHEN @"totalAmount" > 400');
    expect(await screen.findByText(/Tomas Berg saved the draft/, {}, { timeout: 15_000 })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
    const texts = await screen.findByRole('region', { name: 'Three texts to bring together' });
    expect(texts.textContent).toContain('RETURN Review("THEIRS")');
    expect(texts.textContent).toContain('Nothing is left open');
    fireEvent.click(screen.getByRole('button', { name: 'Merge and go on' }));
    await waitFor(() => expect(server.rule.draft?.clauses[0]?.code).toContain('MINE'), { timeout: 15_000 });
    expect(server.rule.draft?.clauses[1]?.code).toContain('THEIRS');
    expect(server.writes.at(-1)?.body).toMatchObject({ version: 'v7', mergedWith: 3 });
  });

  test('lines that both changed wait for a choice, and taking theirs can be undone', async () => {
    const { server } = await show();
    server.rule = savedByTomas('RETURN Review("THEIRS")');
    typeInto('2 Abroad', 'RETURN Review("MINE")');
    fireEvent.click(await screen.findByRole('button', { name: 'Merge' }, { timeout: 15_000 }));
    const go = await screen.findByRole('button', { name: 'Merge and go on' });
    expect(go.getAttribute('aria-disabled')).toBe('true');
    const question = screen.getByRole('group', { name: /Both changed these lines of Abroad/ });
    fireEvent.click(within(question).getByRole('button', { name: 'Both' }));
    expect(screen.getByText(/Nothing is left open/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
    expect(codeBox('2 Abroad').textContent).toContain('THEIRS');
    fireEvent.click(await screen.findByRole('button', { name: 'Bring mine back' }));
    expect(codeBox('2 Abroad').textContent).toContain('MINE');
  });

  test('a draft that is older than what decides says so and is merged before it is published', async () => {
    const { draft } = ruleOf();
    const { server } = await show(rulesServer(ruleOf({ draft: draft && { ...draft, basedOnVersion: 2 } })));
    expect(screen.getByText(/begun on version 2; Priya Nandakumar made version 3/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect(bodyOf(server, /publish$/)).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine and overwrite' }));
    await waitFor(() => expect(bodyOf(server, /draft$/)).toMatchObject({ mergedWith: 3 }), { timeout: 15_000 });
  });

  test('clauses are added, moved, renamed and taken out', async () => {
    const { server } = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Add clause: Before all scoring' }));
    expect(codeBox('3 Clause 3')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Move Clause 3 up' }));
    expect(codeBox('2 Clause 3')).toBeTruthy();
    const name = screen.getByRole('textbox', { name: 'Name of clause 2' });
    fireEvent.change(name, { target: { value: 'New device' } });
    fireEvent.blur(name);
    expect(codeBox('2 New device')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Abroad' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(codeBox('3 Abroad')).toBeTruthy();
    expect(server.rule.draft?.clauses.map(({ id }) => id)).toEqual([...CLAUSE_IDS]);
  });

  test('two clauses with one name are a problem of both', async () => {
    await show();
    const name = screen.getByRole('textbox', { name: 'Name of clause 2' });
    fireEvent.change(name, { target: { value: 'above THE limit' } });
    fireEvent.blur(name);
    expect(await screen.findByRole('heading', { name: '2 problems keep it from being published' })).toBeTruthy();
  });

  test('an older version is shown and becomes the draft', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: /^History/ }));
    fireEvent.click(screen.getByRole('button', { name: /^Version 2/ }));
    expect(await screen.findByText(/Version 2, published/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Use this text as draft' }));
    await waitFor(() => expect(codeBox('1 Above the limit').textContent).toContain('700'));
  });

  test('two versions are compared, and the older one decides again as a new version', async () => {
    const { server } = await show();
    fireEvent.click(screen.getByRole('button', { name: /^History/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Compare version 3 with 2' }));
    const compared = await screen.findByRole('region', { name: 'Version 2 against Version 3' });
    expect(compared.querySelector('del')?.textContent).toContain('700');
    fireEvent.click(within(compared).getByRole('button', { name: 'Side by side' }));
    expect(compared.querySelectorAll('mark')).toHaveLength(2);
    fireEvent.click(within(compared).getByRole('button', { name: 'Roll back to version 2' }));
    expect(await screen.findByRole('region', { name: 'Version 3 against Version 2' })).toBeTruthy();
    const question = screen.getByRole('alertdialog');
    fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'Too strict' } });
    fireEvent.click(within(question).getByRole('button', { name: 'Roll back to version 2' }));
    await waitFor(() => expect(bodyOf(server, /roll-back$/)).toEqual({ version: 'v1', to: 2, note: 'Too strict' }));
    expect(await screen.findByText('Active (with draft), version 4')).toBeTruthy();
  });

  const asking = (isOwn: boolean): RuleDetail => {
    const rule = ruleOf();
    const { condition, clauses, samplePayload } = rule.draft ?? { condition: '', clauses: [], samplePayload: {} };
    const request = {
      id: '20000000-0000-4000-8000-000000000001',
      name: rule.name,
      description: '',
      active: true,
      note: 'Limit 400',
      restores: null,
      text: { condition, clauses, samplePayload },
      asked: { by: 'Ines Holm', at: '2026-11-21T09:31:00.000Z' },
      isOwn,
      declined: null,
    };
    return { ...rule, needsApproval: true, request };
  };

  test('a publication waits for a second person, who sees what it changes and approves or declines it', async () => {
    const { server } = await show(rulesServer(asking(false)));
    expect(screen.getByText(/Ines Holm asked to publish/)).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'See difference' })[0] as HTMLElement);
    const difference = await screen.findByRole('region', { name: 'What it changes against version 3' });
    expect(difference.querySelector('del')?.textContent).toContain('600');
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    const question = screen.getByRole('alertdialog');
    expect(within(question).getByRole('button', { name: 'Decline' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(within(question).getByRole('textbox', { name: 'Reason' }), { target: { value: 'Too strict' } });
    fireEvent.click(within(question).getByRole('button', { name: 'Decline' }));
    await waitFor(() =>
      expect(server.writes.at(-1)).toMatchObject({
        path: expect.stringMatching(/refusal$/),
        body: { reason: 'Too strict' },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Approve and publish' }));
    await waitFor(() => expect(server.writes.at(-1)?.path).toMatch(/approval$/));
  });

  test('who approves a publication sees its warnings and the state of its test', async () => {
    const asked = asking(false);
    const text = { condition: '', clauses: [{ id: 'all', name: 'All', code: 'RETURN Reject()' }], samplePayload: {} };
    await show(rulesServer({ ...asked, request: asked.request && { ...asked.request, text } }));
    expect(await screen.findByText(/All.*every event/i)).toBeTruthy();
    expect((await screen.findAllByText('Not tested against history')).length).toBeGreaterThan(0);
  });

  test('who asked takes it back, does not approve it, and asks again only for another text', async () => {
    const { server } = await show(rulesServer(asking(true)));
    expect(screen.queryByRole('button', { name: 'Approve and publish' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Ask for approval' }).getAttribute('aria-disabled')).toBe('true');
    typeInto('2 Abroad', 'RETURN Review("MINE")');
    const again = screen.getByRole('button', { name: 'Ask for approval' });
    await waitFor(() => expect(again.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 15_000 });
    fireEvent.click(again);
    await screen.findByRole('region', { name: 'Before publishing' });
    fireEvent.click(again);
    await waitFor(() => expect(server.writes.at(-1)?.path).toMatch(/publish$/), { timeout: 15_000 });
    fireEvent.click(screen.getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(server.writes.at(-1)).toMatchObject({ method: 'DELETE' }), { timeout: 15_000 });
  });

  test('a payload that is no JSON says where, and keeps the last good sample', async () => {
    await show();
    fireEvent.click(screen.getByRole('tab', { name: 'Payload' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Sample payload as JSON' }), {
      target: { value: '{\n  "totalAmount": ,\n}' },
    });
    expect(screen.getByText(/Not JSON: line 2, column 18/)).toBeTruthy();
    expect((await screen.findAllByText('The payload is not JSON: nothing to evaluate yet.')).length).toBeGreaterThan(0);
  });

  test('people who only read see the published text without editing', async () => {
    await show(rulesServer(ruleOf({ canWrite: false })));
    expect(screen.getByText('Read only')).toBeTruthy();
    expect(codeBox('1 Above the limit').getAttribute('aria-readonly')).toBe('true');
    expect(codeBox('1 Above the limit').textContent).toContain('600');
    for (const name of ['Publish', /^Add clause/, /Discard/, 'Delete'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('comparing marks what differs from the published version', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: /Compare with 3/ }));
    await waitFor(() => expect(document.querySelector('del')?.textContent).toContain('600'));
    expect(screen.getByText('1 line changed')).toBeTruthy();
  });
});
