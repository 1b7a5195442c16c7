import { FluentProvider } from '@fluentui/react-components';
import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { giveLayout } from '../../../testing/give-layout.ts';
import {
  formatAddress,
  parseAddress,
  type SearchAddress,
  type SearchQuestion,
} from '../../../shared/search/search-address.ts';
import { resolveRange } from '../../../shared/search/time-range.ts';
import { FilterSentence } from './FilterSentence.tsx';

const RULE = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e97';
const texts = createBundledTexts();
const now = Date.parse('2026-11-21T14:32:05.000Z');

const show = (address: SearchAddress, onAsk = vi.fn<(question: SearchQuestion) => void>()) => {
  const question = parseAddress(address);
  render(
    <FluentProvider>
      <TextProvider texts={texts} timeZone="utc">
        <FilterSentence
          question={question}
          window={resolveRange(question.range, now, 'utc')}
          environmentName="Production"
          childCount={3}
          observations={[
            { eventType: 'purchase', kind: 'chargeback', name: null },
            { eventType: 'purchase', kind: 'observation-3-1', name: 'Parcel lost' },
          ]}
          ruleNames={new Map([[RULE, 'Gift cards']])}
          onAsk={onAsk}
        />
      </TextProvider>
    </FluentProvider>,
  );
  return { onAsk, asked: () => formatAddress(onAsk.mock.lastCall?.[0] ?? parseAddress({})) };
};

const open = async (name: RegExp): Promise<HTMLElement> => {
  fireEvent.click(screen.getByRole('button', { name }));
  const dialog = screen.getByRole('dialog');
  await within(dialog).findAllByRole('button');
  return dialog;
};

describe('the sentence of filters', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('reads as a sentence', () => {
    show({ where: 'decision~is~Review~Reject;amount~atLeast~200' });
    expect(document.body.textContent?.replaceAll(/\s+/g, ' ')).toContain(
      'PurchasesinProduction + 3in the last 24 hourswheredecision is Review or Rejectandamount is at least 200',
    );
  });

  it('names rules, and clauses of them, that it has by id', () => {
    show({ where: `hit~is~${RULE};decidedBy~is~${encodeURIComponent(`${RULE} Dear ones`)}` });
    const said = document.body.textContent;
    expect(said).toContain('is Gift cardsand');
    expect(said).toContain('is Gift cards, Dear ones');
    expect(said).not.toContain(RULE);
  });

  it('asks for observations by their names', async () => {
    const { asked } = show({ where: 'observation~is~chargeback' });
    expect(document.body.textContent).toContain('observation is Chargeback');
    const dialog = await open(/^observation is/);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Parcel lost' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(asked().where).toBe('observation~is~chargeback~observation-3-1'));
  });

  it('names report fields, and keeps them when values change', async () => {
    const { asked } = show({ where: `${encodeURIComponent('field:ipCountry')}~is~NG` });
    expect(document.body.textContent).toContain('IP country is NG');
    const dialog = await open(/^IP country is/);
    const field = within(dialog).getByRole('combobox', { name: 'What' });
    expect(within(field).getByRole('option', { name: 'IP country', selected: true })).toBeTruthy();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Values' }), { target: { value: 'DE' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(parseAddress(asked()).filters).toEqual([{ field: 'field:ipCountry', operator: 'is', values: ['DE'] }]),
    );
  });

  it('puts a new condition into the address', async () => {
    const { asked } = show({ range: '7d' });
    const dialog = await open(/Add a condition/);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Reject' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(asked()).toEqual({ range: '7d', where: 'decision~is~Reject' }));
  });

  it('takes several values, one to a line', async () => {
    const { asked } = show({ where: 'email~is~ann%40example.com' });
    const dialog = await open(/^e-mail is/);
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Values' }), {
      target: { value: 'a@x.example\n\n b@x.example ' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(parseAddress(asked()).filters).toEqual([
        { field: 'email', operator: 'is', values: ['a@x.example', 'b@x.example'] },
      ]),
    );
  });

  it('says what is wrong instead of asking', async () => {
    const { onAsk } = show({});
    const dialog = await open(/Add a condition/);
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'What' }), { target: { value: 'amount' } });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Value' }), { target: { value: 'many' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(await within(dialog).findByText(/Enter a number/)).toBeDefined();
    expect(onAsk).not.toHaveBeenCalled();
  });

  it('removes a condition with one press', () => {
    const { asked } = show({ where: 'country~is~DE;amount~atLeast~200' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove: country is DE' }));
    expect(asked()).toEqual({ where: 'amount~atLeast~200' });
  });

  it('changes the time range by preset and by two moments', async () => {
    const { asked } = show({});
    const dialog = await open(/in the last 24 hours/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Last 7 days' }));
    expect(asked()).toEqual({ range: '7d' });
  });

  it('refuses a range that is too long, in words', async () => {
    const { onAsk } = show({});
    const dialog = await open(/in the last 24 hours/);
    fireEvent.change(within(dialog).getByLabelText('From'), { target: { value: '2018-04-01T00:00:00' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(await within(dialog).findByText('The range may span 13 months at most.')).toBeDefined();
    expect(onAsk).not.toHaveBeenCalled();
  });

  it('leaves out the environments below', async () => {
    const { asked } = show({});
    const dialog = await open(/Production \+ 3/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Production alone' }));
    expect(asked()).toEqual({ children: 'no' });
  });
});
