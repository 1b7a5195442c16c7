import type { RuleTemplate } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, renderConsole } from '../../testing/render-console.tsx';
import '../../testing/no-layout.ts';
import { templateFileName } from './template-file.ts';
import { TemplatesPage } from './TemplatesPage.tsx';
import { freeNameOf } from '../../shared/templates/use-rule-from-template.ts';

const ID = '00000000-0000-4000-8000-000000000031';

const template: RuleTemplate = {
  id: ID,
  name: 'Limits',
  description: 'For shops',
  assessment: 'purchase',
  ruleType: 'decision',
  source: { environment: 'Europe', rule: 'High amount', version: 3 },
  clauseCount: 1,
  created: { by: 'Priya Nandakumar', at: '2026-11-20T08:12:00.000Z' },
  inheritedFrom: null,
  version: 't1',
  findings: [],
  file: {
    redoubtTemplate: 1,
    type: 'rule',
    name: 'Limits',
    description: 'For shops',
    assessment: 'purchase',
    source: { environment: 'Europe', rule: 'High amount', version: 3 },
    rule: {
      type: 'decision',
      condition: '',
      clauses: [{ name: 'Decide', code: 'RETURN Reject()' }],
      samplePayload: {},
    },
  },
};

const { file: _file, findings: _findings, ...summary } = template;

const show = async (given: Partial<RuleTemplate> = {}, canWrite = true) => {
  const writes: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method === 'GET' && path.endsWith('/templates')) return { templates: [{ ...summary, ...given }], canWrite };
    if (method === 'GET') return { ...template, ...given };
    writes.push({ method, path, body });
    if (path.endsWith('/import'))
      return Response.json(
        {
          type: 'about:blank',
          title: 'invalid',
          status: 400,
          code: 'REQ-INVALID',
          params: {},
          correlationId: 'c-1',
          problems: [{ path: 'body.file.rule.clauses', message: 'required' }],
        },
        { status: 400 },
      );
    return { ...template, ...given, name: 'Renamed', version: 't2' };
  };
  await renderConsole(<TemplatesPage />, { address: `/data/templates?template=${ID}`, answer });
  return writes;
};

describe('template library', () => {
  afterEach(cleanup);

  test('says what publishing its text here would refuse', async () => {
    await show({
      findings: [
        {
          severity: 'error',
          clause: 'Decide',
          line: 1,
          column: 34,
          code: 'FQL-UNKNOWN-LIST',
          params: { name: 'Elsewhere' },
          message: 'There is no list "Elsewhere".',
        },
      ],
    });
    expect(await screen.findByText(/would be refused: 1 problem$/)).toBeTruthy();
    expect(screen.getByText(/Decide 1:34 · .*Elsewhere/)).toBeTruthy();
  });

  test('a template shows what it holds and gets another name', async () => {
    const writes = await show();
    expect(await screen.findByText('RETURN Reject()')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Renamed' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes[0]).toMatchObject({ method: 'PATCH', body: { version: 't1', name: 'Renamed' } }));
  });

  test('one of an ancestor is used, not changed', async () => {
    await show({ inheritedFrom: 'Europe' });
    expect(await screen.findByText(/“Europe” owns it/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
    for (const name of ['Save', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('people who only read have nothing to change', async () => {
    await show({}, false);
    expect(await screen.findByText('Read only')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import template' })).toBeNull();
  });

  test('a file that does not fit says which part is wrong', async () => {
    await show();
    const upload = await screen.findByLabelText('Import template', { selector: 'input' });
    fireEvent.change(upload, { target: { files: [new File(['{'], 'x.json')] } });
    expect(await screen.findByText(/not JSON: line 1, column 2/)).toBeTruthy();
    fireEvent.change(upload, { target: { files: [new File(['{}'], 'x.json')] } });
    expect(await screen.findByText(/Wrong: rule.clauses \(required\)/)).toBeTruthy();
  });

  test('files are named after their template, and rules after it where that is free', () => {
    expect(templateFileName({ ...template.file, name: 'High / low: “x”' })).toBe('High-low-x-.rule.json');
    expect(freeNameOf('Limits', [{ name: 'LIMITS' }, { name: 'Limits 2' }])).toBe('Limits 3');
  });
});
