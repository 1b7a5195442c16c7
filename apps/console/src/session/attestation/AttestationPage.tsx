import { Checkbox } from '@fluentui/react-components';
import { acceptAttestation, getAttestation, getMe, type Attestation } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Loading } from '@redoubt/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { endpointKey, read, readKey } from '../../api/read.ts';
import { useSession } from '../../app/session-context.tsx';
import { PRODUCT_NAME } from '../../shell/product.ts';
import { Statement } from './Statement.tsx';
import styles from './attestation.module.css';

/** Why it is asked now: the first time, or again. */
const Earlier = ({ accepted }: Pick<Attestation, 'accepted'>) => {
  const text = useText('firstRun');
  const formats = useFormats();
  if (!accepted) return null;
  return <p className={styles.earlier}>{text('attestation.earlier', { date: formats.date(accepted.at) })}</p>;
};

/**
 * The statement administrators accept before they work (`docs/reference/console.md#set-up-attestation-tours`). It
 * stands in place of the whole console, so nothing leads past it; an administrator who does not accept signs out.
 */
export const AttestationPage = () => {
  const text = useText('firstRun');
  const shell = useText('shell');
  const { call, me, signOut } = useSession();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [confirmed, setConfirmed] = useState(false);
  const query = useQuery(read(call, getAttestation, {}, { staleTime: 0 }));
  const accept = useMutation({
    mutationFn: (textVersion: string) => call(acceptAttestation, { body: { textVersion, accepted: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointKey(getMe, '') }),
    onError: () => client.invalidateQueries({ queryKey: readKey(getAttestation, {}) }),
  });
  const loaded = query.data !== undefined;
  useEffect(() => {
    document.title = `${text('attestation.title')} · ${PRODUCT_NAME}`;
    heading.current?.focus();
  }, [text, loaded]);
  const statement = query.data;
  return (
    <main className={styles.full}>
      <div className="stack-3 w-full prose fs-14">
        <p className="fs-18 lh-24 strong">{PRODUCT_NAME}</p>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {text('attestation.title')}
        </h1>
        <p className="quiet">{text('attestation.why', { name: me.user.name, tenant: me.tenant.name })}</p>
        {query.isError ? <ErrorState error={query.error} compact onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? <Loading rows={6} /> : null}
        {statement ? (
          <>
            <Statement text={statement.text} version={statement.textVersion}>
              <Earlier accepted={statement.accepted} />
            </Statement>
            <Checkbox
              checked={confirmed}
              onChange={(_event, { checked }) => setConfirmed(checked === true)}
              label={text('attestation.confirm', { tenant: me.tenant.name })}
            />
            {accept.isError ? <ErrorState error={accept.error} compact /> : null}
            <div className={styles.actions}>
              <CommandButton
                primary
                command={{
                  id: 'accept',
                  text: text('attestation.accept'),
                  onSelect: accept.isPending ? undefined : () => accept.mutate(statement.textVersion),
                  disabledReason: confirmed ? undefined : text('attestation.confirmFirst'),
                }}
              />
              <CommandButton
                appearance="outline"
                command={{ id: 'print', text: text('attestation.print'), onSelect: () => window.print() }}
              />
              <CommandButton
                appearance="outline"
                command={{ id: 'signOut', text: shell('user.signOut'), onSelect: signOut }}
              />
            </div>
            <p className={styles.note}>{text('attestation.kept', { version: statement.textVersion })}</p>
          </>
        ) : null}
      </div>
    </main>
  );
};
