import { useText, type TextKey } from '@redoubt/i18n';
import { CommandButton, ErrorState, IdText } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import { PRODUCT_NAME } from '../shell/product.ts';
import type { Blocked } from './session.ts';
import { LAST_TENANT_KEY } from './site-configuration.ts';
import styles from './session.module.css';

const reload = (): void => location.reload();

/** Starts again without what an unfinished sign-in left behind. */
const restart = (): void => {
  sessionStorage.clear();
  location.assign('/');
};

/** Codes of a sign-in that an administrator of the tenant must allow first, or that was turned down there. */
const NEEDS_ADMINISTRATOR: readonly string[] = ['consent_required', 'access_denied', 'admin_consent_required'];

/** Forgets the tenant of the last visit, so that another one can be chosen. */
const chooseTenant = (): void => {
  localStorage.removeItem(LAST_TENANT_KEY);
  restart();
};

type Fact = { readonly name: string; readonly value: string };

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ name, value }) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>
          <IdText id={value} length={40} name={name} />
        </dd>
      </Fragment>
    ))}
  </dl>
);

type CardProps = {
  readonly name: Blocked['reason'];
  readonly facts?: readonly Fact[];
  readonly action?: { readonly text: TextKey<'shell'>; readonly onSelect: () => void } | undefined;
  readonly otherTenant?: boolean;
  readonly signOut?: (() => void) | undefined;
  readonly children?: ReactNode;
};

const Card = ({ name, facts = [], action, otherTenant = false, signOut, children }: CardProps) => {
  const text = useText('shell');
  return (
    <main className="grid place-center min-h-full py-8 px-4 bg-page">
      <div className={styles.card}>
        <p className="fs-18 lh-24 strong">{PRODUCT_NAME}</p>
        <h1 className="fs-20 lh-28">{text(`blocked.${name}.title`)}</h1>
        <p className="quiet">{text(`blocked.${name}.body`)}</p>
        {facts.length > 0 ? <Facts facts={facts} /> : null}
        {children}
        <div className="row-wrap">
          {action ? (
            <CommandButton primary command={{ id: 'go', text: text(action.text), onSelect: action.onSelect }} />
          ) : null}
          {otherTenant ? (
            <CommandButton
              appearance="outline"
              command={{ id: 'otherTenant', text: text('blocked.otherTenant'), onSelect: chooseTenant }}
            />
          ) : null}
          {signOut ? (
            <CommandButton
              appearance="outline"
              command={{ id: 'signOut', text: text('user.signOut'), onSelect: signOut }}
            />
          ) : null}
        </div>
      </div>
    </main>
  );
};

export type BlockedPageProps = { readonly blocked: Blocked; readonly signOut?: (() => void) | undefined };

/** What stands in the way of starting, with the one thing to do about it. */
export const BlockedPage = ({ blocked, signOut }: BlockedPageProps) => {
  const text = useText('shell');
  const again = { text: 'blocked.retry', onSelect: reload } as const;
  const signIn = { text: 'blocked.signInAgain', onSelect: restart } as const;
  switch (blocked.reason) {
    case 'insecureContext':
      return <Card name="insecureContext" />;
    case 'noNetwork':
      return <Card name="noNetwork" action={again} />;
    case 'popupBlocked':
      return <Card name="popupBlocked" action={signIn} />;
    case 'noRole':
    case 'noEnvironment':
      return (
        <Card
          name={blocked.reason}
          action={again}
          signOut={signOut}
          facts={[
            { name: text('blocked.user'), value: blocked.account.username },
            { name: text('blocked.userId'), value: blocked.account.userId },
            { name: text('blocked.tenantId'), value: blocked.account.tenantId },
          ]}
        />
      );
    case 'signInFailed':
      return (
        <Card
          name="signInFailed"
          action={signIn}
          otherTenant={NEEDS_ADMINISTRATOR.includes(blocked.code)}
          facts={[
            { name: text('blocked.code'), value: blocked.code },
            ...(blocked.correlationId ? [{ name: text('blocked.correlationId'), value: blocked.correlationId }] : []),
          ]}
        />
      );
    case 'startFailed':
      return (
        <Card name="startFailed" action={again} signOut={signOut}>
          <ErrorState error={blocked.error} compact />
        </Card>
      );
  }
};
