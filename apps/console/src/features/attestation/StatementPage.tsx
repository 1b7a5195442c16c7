import { PrintRegular } from '@fluentui/react-icons';
import type { AttestationSwitch } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { DateTimeText, QueryState, Section, ToneChip } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { Statement } from '../../session/attestation/Statement.tsx';
import { AdminTabs } from '../../shared/admin/AdminTabs.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { attestationSwitchQuery } from './attestation.queries.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { AdminTable } from '../../shared/admin/AdminTable.tsx';

const Decisions = ({ decisions }: Pick<AttestationSwitch, 'decisions'>): ReactNode => {
  const text = useText('attestationSwitch');
  if (decisions.length === 0) return <p className="soft">{text('noDecision')}</p>;
  return (
    <AdminTable label={text('decisions')}>
      <thead>
        <tr>
          <th scope="col">{text('column.decision')}</th>
          <th scope="col">{text('column.by')}</th>
          <th scope="col">{text('column.at')}</th>
          <th scope="col">{text('reason')}</th>
        </tr>
      </thead>
      <tbody>
        {decisions.map(({ isOn, by, at, reason }) => (
          <tr key={at}>
            <th scope="row">{text(isOn ? 'decided.on' : 'decided.off')}</th>
            <td>{by}</td>
            <td>
              <DateTimeText at={at} />
            </td>
            <td className="anywhere">{reason}</td>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
};

const Asked = ({ detail }: { readonly detail: AttestationSwitch }): ReactNode => {
  const text = useText('attestationSwitch');
  const { isOn, root, isWhole, version, canWrite } = detail;
  return (
    <div className="stack-2 prose">
      <div role="status">
        <ToneChip tone={isOn ? 'approve' : 'neutral'} text={text(isOn ? 'on' : 'off')} />
      </div>
      <p>{text('what')}</p>
      <p className="soft">{text('offEffect')}</p>
      {root === null ? null : <p>{text('atRoot', { name: root })}</p>}
      {isWhole ? null : <p>{text('notWhole')}</p>}
      {canWrite ? <DecisionForm key={version} isOn={isOn} version={version} /> : null}
    </div>
  );
};

/** The statement of administrators in full, to print, and whether the tenant asks for it. */
export const StatementPage = (): ReactNode => {
  const text = useText('attestationSwitch');
  const firstRun = useText('firstRun');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(attestationSwitchQuery(call, environmentId));
  return (
    <ConsolePage
      title={routes('adminStatement.title')}
      tabs={<AdminTabs current="adminStatement" />}
      chips={query.data && !query.data.canWrite ? <ReadOnlyChip /> : null}
      commands={[
        {
          id: 'print',
          text: firstRun('attestation.print'),
          icon: PrintRegular,
          onSelect: query.data ? () => window.print() : undefined,
        },
      ]}
    >
      <QueryState query={query}>
        {(detail) => (
          <div className="stack-4">
            <Section title={text('asked')}>
              <Asked detail={detail} />
            </Section>
            <Section title={text('decisions')}>
              <Decisions decisions={detail.decisions} />
            </Section>
            <Section
              title={firstRun('attestation.statement')}
              meta={text(detail.text === null ? 'builtIn' : 'own', { version: detail.textVersion })}
            >
              <div className="prose">
                <Statement text={detail.text} version={detail.textVersion} />
              </div>
            </Section>
          </div>
        )}
      </QueryState>
    </ConsolePage>
  );
};
