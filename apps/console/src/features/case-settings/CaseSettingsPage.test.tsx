import { DEFAULT_CASE_CONFIGURATION } from '@redoubt/domain';
import { typeIntoEditor } from '@redoubt/fql-editor';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NO_SYMBOLS } from '../../testing/fixtures.ts';
import { giveLayout } from '../../testing/give-layout.ts';
import '../../testing/no-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { CaseSettingsPage } from './CaseSettingsPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const ROOT = { id: '0f0f0f0f-0000-4000-8000-000000000001', name: 'Production', isHere: true };
const PURCHASE = {
  assessment: 'purchase',
  friendlyName: null,
  caseManagement: true,
  isConfigured: false,
  configuration: {
    queueDecisions: DEFAULT_CASE_CONFIGURATION.decisions.map(({ sentiment, code, ...decision }) => ({
      ...decision,
      buttonSentiment: sentiment,
      fqlAction: code,
    })),
    defaultDecisionButtonName: 'Approve',
  },
  queues: [],
  changed: null,
  version: '0',
};
const SYMBOLS = { ...NO_SYMBOLS, attributes: [{ path: 'user.email', type: 'text', description: '', values: null }] };

const show = async () => {
  const answer: Answer = ({ path }) => {
    if (path.includes('/case-configuration')) return { configurations: [PURCHASE], root: ROOT, canWrite: true };
    if (path.includes('/catalogue')) return SYMBOLS;
    return new Response(null, { status: 404 });
  };
  await renderConsole(<CaseSettingsPage />, { address: '/adminsettings/configuration', answer });
  return screen.findByRole('region', { name: 'Reject' });
};
const save = () => screen.getAllByRole('button', { name: 'Save' })[0];

describe('the settings of cases', () => {
  it('check action code while it is typed, with the place of what is wrong', async () => {
    const reject = await show();
    const name = 'Action code of Reject';
    const plain = within(reject).getByRole('textbox', { name });
    plain.focus();
    await waitFor(() => expect(plain.isConnected).toBe(false));
    const box = within(reject).getByRole('textbox', { name });
    expect(document.activeElement).toBe(box);
    act(() => typeIntoEditor(box, 'DO External.nowhere(@"user.email")'));
    await waitFor(() => expect(within(reject).getByRole('status').textContent).toMatch(/^Line 1, column \d+: /));
    expect(save()?.getAttribute('aria-disabled')).toBe('true');
  });

  it('say where JSON is none, and take it as the original wrote it once it is', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'JSON' }));
    const json = screen.getByRole('textbox', { name: 'Options as JSON' });
    const before = (json as HTMLTextAreaElement).value;
    fireEvent.change(json, { target: { value: '{ "queueDecisions": ]' } });
    expect(screen.getByText('Not JSON: line 1, column 21')).toBeTruthy();
    expect(save()?.getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(json, {
      target: { value: before.replace('"defaultDecisionButtonName": "Approve"', '"defaultDecisionName": "Reject"') },
    });
    await waitFor(() => expect(save()?.getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(screen.getByRole('button', { name: 'Form' }));
    expect(within(await screen.findByRole('region', { name: 'Reject' })).getByText('taken at time-out')).toBeTruthy();
  });
});
