import { CheckmarkCircleRegular, ClockRegular, SubtractCircleRegular } from '@fluentui/react-icons';
import type { ProvisioningToken } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, DateTimeText, ErrorState, Section, ToneChip } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useProvisioningMutations } from '../user-provisioning.queries.ts';
import styles from './provisioning.module.css';

const STATES = {
  active: { tone: 'approve', icon: CheckmarkCircleRegular },
  expired: { tone: 'neutral', icon: ClockRegular },
  revoked: { tone: 'neutral', icon: SubtractCircleRegular },
} as const satisfies Record<ProvisioningToken['state'], object>;

/** What is left to see of the text of a token. */
const shownText = (hint: string): string => `rdp_…${hint}`;

/** Tokens of the identity provider: who made them, how long they are in force, when they were used. */
export const TokenTable = (props: {
  readonly tokens: readonly ProvisioningToken[];
  readonly canWrite: boolean;
}): ReactNode => {
  const { tokens, canWrite } = props;
  const text = useText('provisioning');
  const { revoke } = useProvisioningMutations();
  const [askedId, setAsked] = useState<string | null>(null);
  const asked = tokens.find(({ id, state }) => id === askedId && state === 'active');
  return (
    <Section title={text('token.title')} meta={text('token.count', { count: tokens.length })}>
      {asked ? (
        <ConfirmPanel
          title={text('token.revokeTitle', { name: asked.name })}
          confirmText={text('token.revoke')}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(asked.id)}
          onCancel={() => setAsked(null)}
        >
          <p>{text('token.revokeBody')}</p>
        </ConfirmPanel>
      ) : null}
      {revoke.error ? <ErrorState error={revoke.error} compact /> : null}
      {tokens.length === 0 ? (
        <p className="soft">{text('token.empty')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} aria-label={text('token.title')}>
            <thead>
              <tr>
                <th scope="col">{text('token.name')}</th>
                <th scope="col">{text('token.state')}</th>
                <th scope="col">{text('token.secret')}</th>
                <th scope="col">{text('token.created')}</th>
                <th scope="col">{text('token.expires')}</th>
                <th scope="col">{text('token.used')}</th>
                <th scope="col">
                  <span className="visually-hidden">{text('token.revoke')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tokens.map(({ id, name, hint, state, created, expiresAt, usedAt, usedFrom, revoked }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td>
                    <ToneChip {...STATES[state]} text={text(`token.stateOf.${state}`)} appearance="plain" />
                    {revoked ? <span className="soft"> {revoked.by}</span> : null}
                  </td>
                  <td className="mono">{shownText(hint)}</td>
                  <td>
                    <DateTimeText at={created.at} /> {created.by}
                  </td>
                  <td>
                    <DateTimeText at={expiresAt} />
                  </td>
                  <td>
                    {usedAt === null ? (
                      text('token.never')
                    ) : (
                      <>
                        <DateTimeText at={usedAt} /> <span className="mono">{usedFrom}</span>
                      </>
                    )}
                  </td>
                  <td>
                    {canWrite && state === 'active' ? (
                      <CommandButton
                        command={{
                          id: `revoke-${id}`,
                          text: text('token.revokeNamed', { name }),
                          onSelect: () => setAsked(id),
                        }}
                      />
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
};
