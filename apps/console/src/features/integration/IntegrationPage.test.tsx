import { PUBLIC_EVENTS, type IntegrationStatus } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID, testMe, type Answer } from '../../testing/render-console.tsx';
import { API_KINDS } from '../../shared/integration/api-names.ts';
import { FieldTable } from './components/FieldTable.tsx';
import { TryView } from './components/TryView.tsx';
import { builtInApi } from '../../shared/integration/guided-api.ts';
import { IntegrationPage } from './IntegrationPage.tsx';
import { stepStates } from './steps.ts';
import { API_ROLES, EVENT_SCHEMAS } from '@redoubt/domain';

const AT = '2026-11-21T10:00:00.000Z';
const APPLICATION = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c61';

const status = (change: Partial<IntegrationStatus> = {}): IntegrationStatus => ({
  environment: {
    id: TEST_ENVIRONMENT_ID,
    apiPath: '/primary',
    deviceFingerprintingId: TEST_ENVIRONMENT_ID,
    isProduction: true,
    bodyMode: 'lenient',
  },
  tenantId: TEST_ENVIRONMENT_ID,
  applications: { usable: 1, ending: 0, called: 1 },
  devices: { recent: 0, newestAt: null },
  apis: API_KINDS.map((api) => {
    const isDone = api === 'purchase';
    return {
      api,
      path: PUBLIC_EVENTS[api].path,
      state: isDone ? 'done' : 'notBegun',
      firstAcceptedAt: isDone ? AT : null,
      lastAcceptedAt: isDone ? AT : null,
      calls: isDone ? 10 : 0,
      errors: isDone ? 3 : 0,
    };
  }),
  problems: [{ code: 'ENV-UNKNOWN', count: 3, lastAt: AT, lastMessage: 'There is no environment /nowhere.' }],
  ...change,
});

const application = {
  id: APPLICATION,
  displayName: 'Web shop',
  status: 'Active',
  grants: [{ environmentId: null, environment: null, roles: ['Risk_API'] }],
  credentials: [],
  callsPerSecond: null,
  lastCallAt: null,
  created: { by: 'Mara', at: AT },
  revoked: null,
  version: 'v',
  canWrite: true,
};

afterEach(cleanup);

describe('the overview', () => {
  it('ticks what was really called and says what helps', async () => {
    await renderConsole(<IntegrationPage />, { answer: () => status() });
    expect(await screen.findByText('4 of 7, ticked by what was really called')).toBeDefined();
    expect(screen.getByText(/names no environment of this tenant/)).toBeDefined();
    const apis = screen.getByRole('table', { name: 'APIs' });
    expect(within(apis).getByRole('link', { name: 'Purchase' }).getAttribute('href')).toBe('/integration/api/purchase');
  });

  it('switches to refusing values of another type, and says so', async () => {
    const sent: unknown[] = [];
    let { environment } = status();
    const answer: Answer = ({ method, body }) => {
      if (method === 'GET') return status({ environment });
      sent.push(body);
      environment = { ...environment, bodyMode: 'strict' };
      return { bodyMode: 'strict' };
    };
    await renderConsole(<IntegrationPage />, { answer });
    expect(await screen.findByText(/are read as the original service read them/)).toBeDefined();
    fireEvent.click(screen.getByRole('switch', { name: 'Refuse values of another type' }));
    expect(await screen.findByText(/are refused with 400/)).toBeDefined();
    expect(sent).toEqual([{ bodyMode: 'strict' }]);
    expect(screen.getByRole('switch', { checked: true })).toBeDefined();
  });

  it('does not let people switch who may not change the environment', async () => {
    const me = testMe();
    const environments = me.environments.map((each) => ({ ...each, capabilities: { integration: 'read' as const } }));
    await renderConsole(<IntegrationPage />, { me: testMe({ environments }), answer: () => status() });
    const strict = await screen.findByRole('switch', { name: 'Refuse values of another type' });
    expect((strict as HTMLInputElement).disabled).toBe(true);
  });

  it('begins with nothing', () => {
    const nothing = status({ applications: { usable: 0, ending: 0, called: 0 }, apis: [], problems: [] });
    expect(new Set(Object.values(stepStates(nothing)))).toEqual(new Set(['notBegun']));
    const sound = status({
      devices: { recent: 3, newestAt: AT },
      apis: API_KINDS.map((api) => ({
        api,
        path: PUBLIC_EVENTS[api].path,
        state: 'done',
        firstAcceptedAt: AT,
        lastAcceptedAt: AT,
        calls: 1000,
        errors: 1,
      })),
    });
    expect(new Set(Object.values(stepStates(sound)))).toEqual(new Set(['done']));
  });
});

describe('the fields of a body', () => {
  it('open in place', async () => {
    await renderConsole(<FieldTable schema={EVENT_SCHEMAS.purchase} label="Fields" />);
    expect(screen.queryByText('membershipId')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: /user$/ }));
    expect(await screen.findByText('membershipId')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /user$/ }));
    await waitFor(() => expect(screen.queryByText('membershipId')).toBeNull());
  });
});

describe('trying an API', () => {
  const answering =
    (sent: unknown[]): Answer =>
    ({ method, path, body }) => {
      if (path.endsWith('/applications')) {
        return { applications: [application], missing: null, environments: [], rolesEverywhere: [...API_ROLES] };
      }
      if (method === 'POST') sent.push(body);
      return { status: 200, body: '{"resultDetails":{}}', correlationId: APPLICATION, retryAfter: null, elapsedMs: 3 };
    };

  it('in production is confirmed first, and shows the answer', async () => {
    const sent: unknown[] = [];
    await renderConsole(<TryView api={builtInApi('purchase')} />, { answer: answering(sent) });
    await screen.findByRole('option', { name: 'Web shop' });
    const send = () => screen.getByRole('button', { name: /Send event/ });
    fireEvent.click(send());
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: /Production is production/ }));
    fireEvent.click(send());
    expect(await screen.findByText('200')).toBeDefined();
    expect(sent).toMatchObject([{ applicationId: APPLICATION, confirmProduction: true }]);
  });

  it('says beforehand what the API would refuse, and nothing is sent that is no JSON', async () => {
    const sent: unknown[] = [];
    await renderConsole(<TryView api={builtInApi('purchase')} />, { answer: answering(sent) });
    const body = await screen.findByRole('textbox', { name: 'Body' });
    fireEvent.change(body, { target: { value: '{"purchaseId":"p","totalAmount":"x"}' } });
    expect(await screen.findByText('$.totalAmount')).toBeDefined();
    fireEvent.change(body, { target: { value: '{"purchaseId":"p","totalAmmount":5,"shippingMethod":"Drone"}' } });
    expect(await screen.findByText('$.totalAmmount')).toBeDefined();
    expect(screen.getByText(/“Drone” is none of: Standard, Express/)).toBeDefined();
    fireEvent.change(body, { target: { value: '{"purchaseId"' } });
    fireEvent.click(screen.getByRole('button', { name: /Send event/ }));
    expect(sent).toEqual([]);
  });

  it('is not offered to those who may not manage applications', async () => {
    const me = testMe();
    const environments = me.environments.map((each) => ({ ...each, capabilities: { integration: 'read' as const } }));
    await renderConsole(<TryView api={builtInApi('purchase')} />, { me: { ...me, environments } });
    expect(await screen.findByText(/needs the right to manage applications/)).toBeDefined();
  });
});
