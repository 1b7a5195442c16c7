import { DATA_PROBLEMS, rateFileReader, shapeEvent, type DataSet, type Mapping } from '@redoubt/domain';
import { mailTexts, problemText } from '@redoubt/i18n/mail-texts';
import { describe, expect, it } from 'vitest';
import { createLineEvents } from './line-events.ts';

const { problems } = mailTexts('en-US');

const refusalOf = (dataSet: DataSet, fields: Readonly<Record<string, string>>) => {
  const columns = Object.keys(fields);
  const mapping: Mapping = columns.map((column) => ({ field: column, source: { column } }));
  const outcome = createLineEvents('u', { dataSet, mapping, columns });
  return outcome({ line: 2, cells: Object.values(fields), hasWrongQuotes: false }).refusal;
};

const TILL = {
  transactionId: 't-1',
  receiptDate: '2025-03-01T10:00:00Z',
  storeId: 's',
  terminalId: 'r',
  staffId: 'p',
  kind: 'sale',
  currency: 'EUR',
  netAmount: '5',
};

describe('a refused line', () => {
  it.each([
    ['retailEmpty', { ...TILL, storeId: '' }],
    ['retailLong', { ...TILL, storeId: 's'.repeat(201) }],
    ['retailAmount', { ...TILL, netAmount: '2e9' }],
    ['retailTime', { ...TILL, receiptDate: '1950-03-01T10:00:00Z' }],
    ['retailKind', { ...TILL, kind: 'gift' }],
    ['retailCurrency', { ...TILL, currency: 'euro' }],
    ['cellNumber', { ...TILL, netAmount: 'much' }],
    ['cellDateTime', { ...TILL, receiptDate: 'yesterday' }],
  ])('of a till says %s in the words of its message', (code, fields) => {
    const refusal = refusalOf('retailTransactions', fields);
    expect(refusal?.problem?.code).toBe(code);
    expect(refusal?.problem && problemText(problems, refusal.problem)).toBe(refusal?.message);
  });

  it('of a purchase names the place, the type that was wanted and the one that was found', () => {
    const refusal = refusalOf('purchases', { purchaseId: '', merchantLocalDate: '2025-03-01' });
    expect(refusal?.problem).toEqual({ code: 'valueMissing', params: { path: '$.purchaseId' } });
    const body = { purchaseId: 7.5, totalAmount: {}, user: [], currency: null, customData: { long: 'x'.repeat(300) } };
    for (const { path, message, coded } of shapeEvent('purchase', body, { strict: true, coercions: [] })) {
      expect(coded && problemText(problems, { ...coded, params: { path, ...coded.params } })).toBe(
        `${path} ${message}`,
      );
    }
  });

  it('of a file of rates says the same in English as its message', () => {
    const files = [
      'date,base,quote,rate\n1,EUR,USD,1\n2025-01-03,EURO,USD,1\n2025-01-03,EUR,EUR,1\n2025-01-03,EUR,USD,0',
      'Date,USD\n2025-01-03,one',
      'Date,USD,USD\n',
      'Date,USD,EUR\n',
      'day\n',
      'date,base,quote,rate\n2025-01-03,EUR,USD,1\n2025-01-03,EUR,USD,2',
    ];
    const found = files.flatMap((file) => {
      const reader = rateFileReader(',');
      for (const line of file.split('\n')) if (!reader.line(line)) break;
      return reader.end().problems;
    });
    expect(found.length).toBeGreaterThan(8);
    for (const { coded, message } of found) expect(problemText(problems, coded)).toBe(message);
  });

  it('has a sentence for every code, in words of each language', () => {
    for (const language of ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'da-DK', 'pt-BR']) {
      const said = mailTexts(language).problems;
      for (const code of DATA_PROBLEMS) expect(said(`code.${code}`), `${language} ${code}`).not.toBe(`code.${code}`);
    }
  });
});
