import type { EnvironmentTemplateContents, EnvironmentTemplateSummary } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import '../../testing/no-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { EnvironmentTemplatesPage } from './EnvironmentTemplatesPage.tsx';

afterEach(cleanup);

const ID = '00000000-0000-4000-8000-000000000041';
const SHOP: EnvironmentTemplateSummary = {
  id: ID,
  name: 'Shop',
  description: 'For shops',
  source: 'Europe',
  contents: { rule: 12, list: 1, velocitySet: 2, caseSettings: 1 },
  created: { by: 'Priya Nandakumar', at: '2026-11-20T08:12:00.000Z' },
  inheritedFrom: null,
  version: 't1',
};
const CONTENTS: EnvironmentTemplateContents = {
  kinds: [
    { kind: 'list', names: ['Blocked cards'] },
    { kind: 'rule', names: ['Purchase: High amount', 'Purchase: New device'] },
  ],
  problems: [],
  ignored: [],
};

const show = async ({
  change = {},
  contents = CONTENTS,
  address = `?template=${ID}`,
}: {
  readonly change?: Partial<EnvironmentTemplateSummary>;
  readonly contents?: EnvironmentTemplateContents;
  readonly address?: string;
} = {}) => {
  const writes: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method === 'GET' && path.endsWith('/contents')) return contents;
    if (method === 'GET') return { templates: [{ ...SHOP, ...change }], canWrite: true };
    writes.push({ method, path, body });
    return method === 'DELETE' ? new Response(null, { status: 204 }) : { ...SHOP, name: 'Store', version: 't2' };
  };
  const page = await renderConsole(<EnvironmentTemplatesPage />, {
    address: `/data/templates/environments${address}`,
    answer,
  });
  return { writes, page };
};

describe('the environment templates of the library', () => {
  it('show what each holds by name', async () => {
    await show();
    const panel = await screen.findByRole('complementary', { name: 'Shop' });
    expect(await within(panel).findByText('Purchase: New device')).toBeTruthy();
    expect(within(panel).getByText('Blocked cards')).toBeTruthy();
  });

  it('are renamed and deleted', async () => {
    const { writes } = await show();
    const panel = await screen.findByRole('complementary', { name: 'Shop' });
    fireEvent.change(within(panel).getByLabelText('Name'), { target: { value: 'Store' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(writes[0]).toMatchObject({
        method: 'PATCH',
        body: { version: 't1', name: 'Store', description: 'For shops' },
      }),
    );
    fireEvent.click(within(panel).getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(writes[1]).toMatchObject({ method: 'DELETE' }));
  });

  it('of an ancestor are used here and changed there', async () => {
    const { page } = await show({ change: { inheritedFrom: 'Northfell' } });
    const panel = await screen.findByRole('complementary', { name: 'Shop' });
    expect(within(panel).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(within(panel).getByText(/“Northfell” owns it/)).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: 'New environment from it' }));
    await waitFor(() => expect(page.address()).toContain('/environments?do=new&template='));
  });

  it('say what of an edited file cannot be read', async () => {
    const problem = { path: 'rules/purchase/a.yaml', line: 3, column: 1, message: 'This is no YAML' };
    await show({ contents: { kinds: [], problems: [problem], ignored: ['notes.txt'] } });
    expect(await screen.findByText('rules/purchase/a.yaml:3:1 · This is no YAML')).toBeTruthy();
    expect(screen.getByText(/notes\.txt/)).toBeTruthy();
  });

  it('are made of the environment that is open', async () => {
    const { writes } = await show({ address: '?do=save' });
    const panel = await screen.findByRole('complementary', { name: 'Save “Production” as a template' });
    fireEvent.click(within(panel).getByRole('button', { name: 'Save as template' }));
    await waitFor(() =>
      expect(writes[0]).toMatchObject({ method: 'POST', body: { name: 'Production', description: '' } }),
    );
  });
});
