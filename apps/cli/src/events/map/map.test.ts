import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  CellError,
  checkMap,
  columnsOf,
  createRowMapper,
  holds,
  parseCondition,
  parseTemplate,
  renderTemplate,
} from '@redoubt/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapError, parseMapFile } from './map-file.ts';

const cells =
  (values: Readonly<Record<string, string>>) =>
  (column: string): string =>
    values[column] ?? '';
const render = (text: string, values: Readonly<Record<string, string>>) =>
  renderTemplate(parseTemplate(text), cells(values));

const HANDBOOK_COLUMNS = [
  'TRANSACTION_ID',
  'TX_DATETIME',
  'CUSTOMER_ID',
  'TERMINAL_ID',
  'TX_AMOUNT',
  'TX_TIME_SECONDS',
  'TX_TIME_DAYS',
  'TX_FRAUD',
  'TX_FRAUD_SCENARIO',
];
const handbookMap = async () =>
  parseMapFile(
    'handbook.map.yaml',
    await readFile(fileURLToPath(new URL('../../../../../docs/examples/handbook.map.yaml', import.meta.url)), 'utf8'),
  );

describe('templates', () => {
  it('read cells as the type they name', () => {
    expect(render('hb-{ID}', { ID: '17' })).toBe('hb-17');
    expect(render('{A:number}', { A: '57.16' })).toBe(57.16);
    expect(render('{A:integer}', { A: '-3' })).toBe(-3);
    expect(render('{A:boolean}', { A: 'Yes' })).toBe(true);
    expect(render('{{{A}}}', { A: 'x' })).toBe('{x}');
  });

  it('read a time without an offset as UTC and keep an offset', () => {
    expect(render('{T:dateTime}', { T: '2018-04-01 00:00:31' })).toBe('2018-04-01T00:00:31Z');
    expect(render('{T:dateTime}', { T: '2018-04-01' })).toBe('2018-04-01T00:00:00Z');
    expect(render('{T:dateTime}', { T: '2018-04-01T02:00:31.5+02:00' })).toBe('2018-04-01T02:00:31.5+02:00');
  });

  it('have no value where a cell they need is empty', () => {
    expect(render('hb-{ID}', { ID: ' ' })).toBeUndefined();
    expect(render('{A:number}', {})).toBeUndefined();
  });

  it.each([
    ['{A:number}', 'abc'],
    ['{A:number}', '1,5'],
    ['{A:integer}', '1.5'],
    ['{A:boolean}', 'maybe'],
    ['{A:dateTime}', '31.12.2018'],
    ['{A:dateTime}', '2018-02-30'],
  ])('%s refuses the cell %s and names it', (template, cell) => {
    expect(() => render(template, { A: cell })).toThrow(CellError);
    expect(() => render(template, { A: cell })).toThrow(`column A holds "${cell}"`);
  });

  it.each(['{', 'a}b', '{A', '{}', '{A:money}'])('%s is a mistake in the map', (template) => {
    expect(() => parseTemplate(template)).toThrow(SyntaxError);
  });

  it('give back any text without braces as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = text.replaceAll('{', '{{').replaceAll('}', '}}');
        expect(renderTemplate(parseTemplate(escaped), cells({}))).toBe(text);
      }),
    );
  });
});

describe('conditions', () => {
  it('compare a cell with a text or take a cell that says yes or no', () => {
    expect(holds(parseCondition('{F} == 1'), cells({ F: '1' }))).toBe(true);
    expect(holds(parseCondition('{F} == 1'), cells({ F: '0' }))).toBe(false);
    expect(holds(parseCondition('{S} != "not ok"'), cells({ S: 'not ok' }))).toBe(false);
    expect(holds(parseCondition('{S} != ""'), cells({}))).toBe(false);
    expect(holds(parseCondition('{F:boolean}'), cells({ F: 'true' }))).toBe(true);
  });

  it('refuse anything else', () => {
    expect(() => parseCondition('{F} > 1')).toThrow(SyntaxError);
    expect(() => parseCondition('F == 1')).toThrow(SyntaxError);
  });
});

describe('map files', () => {
  it('turn a row of the handbook into a purchase and, where it was fraud, a label', async () => {
    const map = await handbookMap();
    expect(checkMap(map, 'handbook.csv', HANDBOOK_COLUMNS)).toEqual([]);
    const mapRow = createRowMapper(map, HANDBOOK_COLUMNS);
    const row = ['3527', '2018-04-01 10:17:43', '3774', '3059', '225.41', '37063', '0', '1', '1'];
    expect(mapRow(row)).toEqual({
      event: {
        purchaseId: 'hb-3527',
        assessmentType: 'Protect',
        merchantLocalDate: '2018-04-01T10:17:43Z',
        totalAmount: 225.41,
        currency: 'EUR',
        user: { userId: 'customer-3774' },
        terminalId: 'terminal-3059',
        storeId: 'store-3059',
        paymentInstrumentList: [
          { merchantPaymentInstrumentId: 'card-3774', type: 'CreditCard', purchaseAmount: 225.41 },
        ],
        _metadata: { trackingId: 'hb-purchase-3527', merchantTimeStamp: '2018-04-01T10:17:43Z' },
      },
      label: {
        labelObjectType: 'PURCHASE',
        labelObjectId: 'hb-3527',
        labelSource: 'OfflineAnalysis',
        isFraud: true,
        reasonText: 'scenario 1',
        labelState: 'Fraud',
        _metadata: { trackingId: 'hb-label-3527', merchantTimeStamp: '2018-04-01T10:17:43Z' },
      },
    });
    expect(mapRow(row.with(7, '0')).label).toBeNull();
  });

  it('keep the truth about a fraud out of the purchase', async () => {
    const map = await handbookMap();
    const used = [...map.event.members.values()].flatMap((node) =>
      node.type === 'template' ? columnsOf(node.template) : [],
    );
    expect(used.some((column) => column.startsWith('TX_FRAUD'))).toBe(false);
  });

  it('leave out objects and lists of which every cell is empty', () => {
    const map = parseMapFile(
      'm.yaml',
      'event:\n  purchaseId: "{A}"\n  user:\n    userId: "{B}"\n  productList:\n    - productId: "{B}"\n',
    );
    expect(createRowMapper(map, ['A', 'B'])(['1', '']).event).toEqual({ purchaseId: '1' });
  });

  it('name file, line and remedy of every mistake at once', () => {
    const map = parseMapFile(
      'm.yaml',
      [
        'event:',
        '  purchaseId: "{ID}"',
        '  merchantLocalDate: "{AT}"',
        '  TotalAmount: "{SUM:number}"',
        '  salesTax: "{TAX}"',
        '  colour: red',
        '  user: "{WHO}"',
        '  productList:',
        '    - productId: "{MISSING}"',
        '  _metadata:',
        '    trackingId: "{ID}"',
      ].join('\n'),
    );
    const columns = ['ID', 'AT', 'SUM', 'TAX', 'WHO'];
    expect(mapError('m.yaml', checkMap(map, 'in.csv', columns)).message).toBe(
      [
        'm.yaml, line 3: merchantLocalDate takes a date-time; write "{AT:dateTime}".',
        'm.yaml, line 4: a purchase has no field TotalAmount; it is spelled totalAmount.',
        'm.yaml, line 5: salesTax takes a number; write "{TAX:number}".',
        'm.yaml, line 6: a purchase has no field colour; columns of your own go under customData:.',
        'm.yaml, line 7: user takes an object: its fields go below it, indented.',
        'm.yaml, line 9: in.csv has no column MISSING; its columns are ID, AT, SUM, TAX, WHO.',
        'm.yaml, line 11: _metadata needs merchantTimeStamp.',
      ].join('\n'),
    );
  });

  it.each([
    ['label: {}', 'm.yaml, line 1: there is no event: section'],
    ['event:\n  a: "{"', 'm.yaml, line 2: a single { stands alone'],
    ['event: {}\nlabels: {}', 'm.yaml, line 2: the map has no part "labels"; its parts are event and label'],
    ['event: {}\nlabel:\n  when: 1\n  event: {}', 'm.yaml, line 3: when takes a condition in quotes'],
    ['event:\n  a: [1', 'm.yaml, line 2: '],
    ['- event', 'm.yaml, line 1: the map must be a mapping'],
    ['', 'm.yaml, line 1: the map must be a mapping'],
  ])('refuse %j with its place', (text, message) => {
    expect(() => parseMapFile('m.yaml', text)).toThrow(message);
  });

  it('may be written as JSON and may share parts by anchors', () => {
    const json = parseMapFile('m.json', '{"event": {"purchaseId": "{A}", "isTest": true}}');
    expect(createRowMapper(json, ['A'])(['7']).event).toEqual({ purchaseId: '7', isTest: true });
    const anchors = parseMapFile('m.yaml', 'event:\n  purchaseId: &id "{A}"\n  originalOrderId: *id\n');
    expect(createRowMapper(anchors, ['A'])(['7']).event).toEqual({ purchaseId: '7', originalOrderId: '7' });
  });
});
