import type { PersonalToken } from '@redoubt/contracts';
import type { Access, Capability } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, DateTimeText, ErrorState, Facts, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useEnvironments } from '../../../app/environments.ts';

/** What is left to see of its text. */
const shownText = ({ hint }: PersonalToken): string => `rdt_…${hint}`;

/** One token: what it may do where, when it was used, and ending it. */
export const TokenPanel = (props: {
  readonly token: PersonalToken;
  readonly isOwn: boolean;
  readonly canRevoke: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onRevoke: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { token, isOwn, canRevoke, isBusy, error, onRevoke, onClose } = props;
  const text = useText('profile');
  const shell = useText('shell');
  const environments = useEnvironments();
  const [isAsking, setAsking] = useState(false);
  const { scope, state } = token;
  const nameOf = (id: string): string => environments.find((each) => each.id === id)?.name ?? id;
  const rights = Object.entries(scope.capabilities) as [Capability, Access][];
  return (
    <SidePanel
      title={token.name}
      onClose={onClose}
      footer={
        canRevoke && state === 'active' && !isAsking ? (
          <CommandButton
            appearance="danger"
            command={{ id: 'revoke', text: text('tokens.revoke'), onSelect: () => setAsking(true) }}
          />
        ) : null
      }
    >
      <div className="stack-4">
        {isAsking ? (
          <ConfirmPanel
            title={text('tokens.revokeTitle', { name: token.name })}
            confirmText={text('tokens.revoke')}
            busy={isBusy}
            onConfirm={onRevoke}
            onCancel={() => setAsking(false)}
          >
            <p>{text('tokens.revokeBody')}</p>
          </ConfirmPanel>
        ) : null}
        {error ? <ErrorState error={error} compact /> : null}
        <Facts>
          {isOwn ? null : (
            <>
              <dt>{text('tokens.owner')}</dt>
              <dd>{token.owner}</dd>
            </>
          )}
          <dt>{text('tokens.state')}</dt>
          <dd>{text(`tokens.stateOf.${state}`)}</dd>
          <dt>{text('tokens.secret')}</dt>
          <dd className="mono">{shownText(token)}</dd>
          <dt>{text('tokens.created')}</dt>
          <dd>
            <DateTimeText at={token.createdAt} />
          </dd>
          <dt>{text('tokens.expires')}</dt>
          <dd>
            <DateTimeText at={token.expiresAt} />
          </dd>
          <dt>{text('tokens.used')}</dt>
          <dd>
            {token.usedAt === null ? (
              text('tokens.never')
            ) : (
              <>
                <DateTimeText at={token.usedAt} /> <span className="mono">{token.usedFrom}</span>
              </>
            )}
          </dd>
          {token.revoked === null ? null : (
            <>
              <dt>{text('tokens.stateOf.revoked')}</dt>
              <dd>
                <DateTimeText at={token.revoked.at} /> {token.revoked.by}
              </dd>
            </>
          )}
          <dt>{text('tokens.environments')}</dt>
          <dd>
            {scope.environmentIds === null ? text('tokens.everywhere') : scope.environmentIds.map(nameOf).join(', ')}
          </dd>
        </Facts>
        <section className="stack-2">
          <h3 className="fs-13 lh-20">{text('tokens.rights')}</h3>
          <ul className="plain-list">
            {rights.map(([capability, access]) => (
              <li key={capability}>
                {shell(`capability.${capability}`)}: {text(`tokens.access.${access}`)}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </SidePanel>
  );
};
