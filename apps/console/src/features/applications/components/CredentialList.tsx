import type { Application, ApplicationCredential } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, IdText } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useApplicationMutations } from '../../../shared/integration/applications.queries.ts';
import styles from './applications.module.css';

/** The credentials of an application, newest first, each of which can be ended. */
export const CredentialList = ({ application }: { readonly application: Application }): ReactNode => {
  const text = useText('applications');
  const formats = useFormats();
  const { end } = useApplicationMutations();
  const [ending, setEnding] = useState<string | null>(null);
  const lifeOf = ({ notBefore, notAfter, isInForce }: ApplicationCredential): string => {
    if (isInForce)
      return notAfter === null ? text('noEnd') : text('credentials.until', { date: formats.date(notAfter) });
    if (Date.parse(notBefore) > Date.now()) return text('credentials.from', { date: formats.date(notBefore) });
    return text('credentials.ended', { date: formats.date(notAfter ?? application.revoked?.at ?? notBefore) });
  };
  return (
    <>
      <ul className="mx-0 mt-0 mb-3 p-0 plain" aria-label={text('credentials.title')}>
        {application.credentials.map((credential) => (
          <li key={credential.id} className={styles.item}>
            <div>
              <b>{text(`kind.${credential.kind}`)}</b> {lifeOf(credential)}
              <div className="soft">
                {credential.kind === 'Certificate' ? (
                  <IdText id={credential.hint} length={24} name={text('made.thumbprint')} />
                ) : credential.hint === '' ? null : (
                  text('credentials.begins', { hint: credential.hint })
                )}
              </div>
            </div>
            {credential.isInForce && application.canWrite ? (
              <CommandButton
                command={{
                  id: `end-${credential.id}`,
                  text: text('credentials.end'),
                  onSelect: () => setEnding(credential.id),
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {ending === null ? null : (
        <ConfirmPanel
          title={text('credentials.endTitle', { name: application.displayName })}
          confirmText={text('credentials.end')}
          busy={end.isPending}
          onConfirm={() =>
            end.mutate(
              { id: application.id, credentialId: ending, version: application.version },
              { onSuccess: () => setEnding(null) },
            )
          }
          onCancel={() => setEnding(null)}
        >
          <p>{text('credentials.endBody')}</p>
        </ConfirmPanel>
      )}
      {end.error ? <ErrorState error={end.error} compact /> : null}
    </>
  );
};
