import type { CallSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Link, Section } from '@redoubt/ui';
import { hrefOf } from '../../../routes/address.ts';
import { TextLink } from '../../../shared/resources/TextLink.tsx';
import styles from '../../../shared/external-calls/external-calls.module.css';

type User = CallSummary['users'][number];

/** Functions are named as texts write them. */
const UserLink = ({ kind, id, name, assessment }: User) =>
  kind === 'assessment' ? (
    <Link href={hrefOf('/fraud/assessments/:assessmentId/configuration', { assessmentId: id })}>{name}</Link>
  ) : (
    <TextLink kind={kind} assessment={assessment} id={id} name={kind === 'rule' ? name : `Functions.${name}`} />
  );

/** Who calls it, each with a link. */
export const UsersPart = ({ users }: { readonly users: readonly User[] }) => {
  const text = useText('externalCalls');
  return (
    <Section title={text('usedBy')}>
      {users.length === 0 ? (
        <p className="soft">{text('unused')}</p>
      ) : (
        <ul className={styles.list} aria-label={text('usedBy')}>
          {users.map((user) => (
            <li key={user.id}>
              <UserLink {...user} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
