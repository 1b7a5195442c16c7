import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../../testing/render-console.tsx';
import { HistoryPane } from './HistoryPane.tsx';

afterEach(cleanup);

const at = '2026-11-20T12:44:57.000Z';
const entry = { at, by: 'Ines Holm', subject: null, detail: null };

it('the history of an event says what happened in words, and names what it does not know', async () => {
  const entries = [
    { ...entry, kind: 'case', what: 'decide', subject: 'Reject', detail: 'Compromised account' },
    { ...entry, kind: 'list', what: 'Block', subject: 'a@mail.example' },
    { ...entry, kind: 'attachment', what: 'added', subject: 'scan.pdf' },
    { ...entry, kind: 'case', what: 'teleport' },
    { ...entry, kind: 'later', what: 'bankEvent', subject: 'b-1', by: null },
    { ...entry, kind: 'received', what: 'Review', by: null },
  ];
  await renderConsole(
    <HistoryPane event={{ eventType: 'purchase', eventEnvironmentId: TEST_ENVIRONMENT_ID, eventId: 'pur-1' }} />,
    { answer: () => ({ entries }) },
  );
  await screen.findByText('Decided: Reject');
  for (const text of [
    'a@mail.example set to Block',
    'File attached: scan.pdf',
    'teleport',
    'Later event: Bank event b-1',
    'Received: Review',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Compromised account')).toBeTruthy();
});
