import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { typeIntoEditor } from '@redoubt/fql-editor';
import { afterEach, describe, expect, test } from 'vitest';
import { renderConsole } from '../../../testing/render-console.tsx';
import { RulesPage } from '../RulesPage.tsx';
import '../../../testing/no-layout.ts';
import { RULE_IDS, ruleOf, rulesServer } from '../testing/rules-server.ts';

const PART = '1 Above the limit';

const show = async (server = rulesServer()) => {
  await renderConsole(<RulesPage />, {
    address: `/fraud/purchase/rules?rule=${RULE_IDS.first}`,
    answer: server.answer,
  });
  await screen.findByRole('heading', { name: 'High amount', level: 1 });
  return server;
};

/** The server, where rules may read what is given. */
const withSymbols = (change: Readonly<Record<string, unknown>>): ReturnType<typeof rulesServer> => {
  const server = rulesServer();
  return {
    ...server,
    answer: (request) => {
      const body = server.answer(request);
      return /\/catalogue(?:\?|$)/.test(request.path) ? { ...(body as object), ...change } : body;
    },
  };
};

const part = () => within(screen.getByRole('region', { name: PART }));
const asRows = () => fireEvent.click(part().getByRole('button', { name: 'Visual' }));
const asCode = () => fireEvent.click(part().getByRole('button', { name: 'Code' }));
const box = () => screen.getByRole('textbox', { name: `Code of ${PART}` });
const choose = (name: string, value: string) =>
  fireEvent.change(part().getByRole('combobox', { name }), { target: { value } });
const type = (name: string, value: string) => fireEvent.change(part().getByLabelText(name), { target: { value } });

describe('visual view', () => {
  afterEach(cleanup);

  test('a clause is shown as rows, changed there, and is code again', async () => {
    const server = await show();
    asRows();
    expect(part().getByRole('combobox', { name: 'Decision' })).toHaveProperty('value', 'Reject');
    expect(part().getByLabelText('Row 1: attribute')).toHaveProperty('value', 'totalAmount');
    choose('Row 1: operator', 'ge');
    type('Row 1: value', '450.5');
    choose('Decision', 'Challenge');
    type('Challenge', 'SMS');
    asCode();
    expect(box().textContent).toContain('RETURN Challenge("SMS", "HIGH")');
    expect(box().textContent).toContain('WHEN @"totalAmount" >= 450.5');
    await waitFor(() => expect(server.rule.draft?.clauses[0]).toMatchObject({ view: 'visual' }), { timeout: 3000 });
  });

  test('rows are added, joined and removed', async () => {
    await show();
    asRows();
    fireEvent.click(part().getByRole('button', { name: 'Add row' }));
    expect(part().getByText('Choose an attribute.')).toBeTruthy();
    type('Row 2: attribute', 'user.country');
    expect(part().getByText('Enter a value.')).toBeTruthy();
    type('Row 2: value', 'SE');
    choose('Row 2: and or or', 'OR');
    asCode();
    expect(box().textContent).toContain('WHEN @"totalAmount" > 400 OR @"user.country" == "SE"');
    asRows();
    fireEvent.click(part().getByRole('button', { name: 'Remove row 1' }));
    asCode();
    expect(box().textContent).toContain('WHEN @"user.country" == "SE"');
  });

  test('a row asks for a velocity, and for a value of a list', async () => {
    await show(
      withSymbols({
        velocities: ['seen', 'spent'].map((name) => ({ name, setId: 's' })),
        lists: [{ name: 'Limits', columns: ['Land', 'Class'] }],
      }),
    );
    asRows();
    choose('Row 1: what it asks about', 'velocity');
    choose('Row 1: velocity', 'spent');
    type('Row 1: attribute', 'user.country');
    type('Row 1: time window', '2h');
    asCode();
    expect(box().textContent).toContain('WHEN Velocity.spent(@"user.country", 2h) > 400');
    asRows();
    choose('Row 1: what it asks about', 'lookup');
    choose('Row 1: list to look up', 'Limits');
    choose('Row 1: operator', 'eq');
    type('Row 1: value', 'high');
    type('Row 1: value if not found', 'none');
    asCode();
    expect(box().textContent).toContain('WHEN Lookup("Limits", "Land", @"user.country", "Class", "none") == "high"');
    asRows();
    expect(part().getByRole('combobox', { name: 'Row 1: column to read' })).toHaveProperty('value', 'Class');
  });

  test('a velocity is not offered where there is none', async () => {
    await show();
    asRows();
    const kinds = within(part().getByRole('combobox', { name: 'Row 1: what it asks about' }));
    expect(kinds.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['attribute', 'list value']);
  });

  test('a clause observes and puts out pairs', async () => {
    await show();
    asRows();
    fireEvent.click(part().getByRole('button', { name: 'Add output' }));
    type('Output 1: name', 'order');
    choose('Output 1: kind of value', 'attribute');
    type('Output 1: value', 'totalAmount');
    asCode();
    expect(box().textContent).toContain('Output(order = @"totalAmount")');
    asRows();
    choose('Decision', 'observe');
    fireEvent.click(part().getByRole('button', { name: 'Add output' }));
    expect(part().getByText('Enter a value.')).toBeTruthy();
    type('Output 2: value', '1.5');
    asCode();
    expect(box().textContent).toContain('OBSERVE Output(order = @"totalAmount", value2 = 1.5)');
    asRows();
    fireEvent.click(part().getByRole('button', { name: 'Remove output 1' }));
    choose('Decision', 'Review');
    asCode();
    expect(box().textContent).toContain('RETURN Review(), Output(value2 = 1.5)');
  });

  test('what is not filled in yet keeps the rule from being published, in words', async () => {
    await show();
    asRows();
    type('Row 1: value', '');
    expect(await screen.findByRole('button', { name: /An attribute or value is still to be filled in/ })).toBeTruthy();
    expect(screen.getByRole('heading', { name: '1 problem keeps it from being published' })).toBeTruthy();
  });

  test('Enter in the last value begins the next row', async () => {
    await show();
    asRows();
    fireEvent.keyDown(part().getByLabelText('Row 1: value'), { key: 'Enter' });
    await waitFor(() => expect(document.activeElement).toBe(part().getByLabelText('Row 2: attribute')));
  });

  test('a text that rows would change stays code and says why', async () => {
    await show();
    act(() => typeIntoEditor(box(), 'RETURN Reject() // house rule\nWHEN @"totalAmount" > 400'));
    asRows();
    expect(part().getByText(/rows have no room for its comment/)).toBeTruthy();
    expect(box()).toBeTruthy();
    fireEvent.click(part().getByRole('button', { name: 'Show where' }));
    expect(document.activeElement).toBe(box());
    act(() => typeIntoEditor(box(), 'RETURN Reject()\nWHEN @"totalAmount" > 400'));
    expect(box()).toBeTruthy();
    asRows();
    expect(part().getByLabelText('Row 1: value')).toHaveProperty('value', '400');
  });

  test('each row shows what it read and what it came to', async () => {
    await show();
    asRows();
    expect(await part().findByTitle('totalAmount = 489')).toBeTruthy();
  });

  test('people who only read see the rows and cannot change them', async () => {
    await show(rulesServer(ruleOf({ canWrite: false })));
    asRows();
    expect(part().getByLabelText('Row 1: value')).toHaveProperty('readOnly', true);
    expect(part().getByRole('combobox', { name: 'Decision' })).toHaveProperty('disabled', true);
    expect(part().queryByRole('button', { name: 'Add row' })).toBeNull();
  });
});

describe('values and names', () => {
  afterEach(cleanup);

  test('every sub-expression of a clause shows its value', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: `Every value of ${PART}` }));
    const tree = screen.getByRole('list', { name: `Every value of ${PART}` });
    expect(within(tree).getByText('489')).toBeTruthy();
    fireEvent.click(within(tree).getByRole('button', { name: '@"totalAmount"' }));
    expect(document.activeElement).toBe(box());
  });

  test('a variable gets another name in all texts, and its old one back', async () => {
    await show();
    const condition = screen.getByRole('textbox', { name: 'Code of Condition' });
    act(() => typeIntoEditor(condition, 'LET $limit = 400\nWHEN @"totalAmount" > 150'));
    act(() => typeIntoEditor(box(), 'RETURN Reject()\nWHEN @"totalAmount" > $limit'));
    act(() => condition.focus());
    fireEvent.keyDown(condition, { key: 'Home', code: 'Home', keyCode: 36, ctrlKey: true });
    for (let step = 0; step < 6; step += 1)
      fireEvent.keyDown(condition, { key: 'ArrowRight', code: 'ArrowRight', keyCode: 39 });
    fireEvent.keyDown(condition, { key: 'F2', code: 'F2', keyCode: 113 });
    const name = await screen.findByRole('textbox', { name: 'New name of $limit' });
    fireEvent.change(name, { target: { value: '1' } });
    fireEvent.submit(name);
    expect(screen.getByText(/beginning with a letter/)).toBeTruthy();
    fireEvent.change(name, { target: { value: 'highest' } });
    fireEvent.submit(name);
    expect(await screen.findByText('$limit is now $highest in 2 places')).toBeTruthy();
    expect(condition.textContent).toContain('LET $highest = 400');
    expect(box().textContent).toContain('> $highest');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(box().textContent).toContain('> $limit'));
  });
});
