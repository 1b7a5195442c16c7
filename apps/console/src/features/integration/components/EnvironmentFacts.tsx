import type { IntegrationStatus } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Facts, IdText, Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { BodyModeSwitch } from './BodyModeSwitch.tsx';

const SHOWN = 40;

/** What a merchant's engineer writes into the settings of their client. */
export const EnvironmentFacts = ({ status }: { readonly status: IntegrationStatus }): ReactNode => {
  const text = useText('integration');
  const { environment, tenantId } = status;
  const { origin } = window.location;
  const facts = [
    ['base', origin],
    ['token', `${origin}/${tenantId}/oauth2/token`],
    ['resource', origin],
    ['tenant', tenantId],
    ['environment', environment.id],
    ['apiPath', environment.apiPath],
    ['fingerprinting', environment.deviceFingerprintingId],
  ] as const;
  return (
    <Section title={text('facts.title')}>
      <Facts>
        {facts.map(([id, value]) =>
          value === null ? null : (
            <div key={id} style={{ display: 'contents' }}>
              <dt>{text(`facts.${id}`)}</dt>
              <dd>
                <IdText id={value} length={SHOWN} name={text(`facts.${id}`)} />
              </dd>
            </div>
          ),
        )}
      </Facts>
      <BodyModeSwitch environment={environment} />
      <p className="mt-2">
        <Link href="/docs/api">{text('facts.openApi')}</Link>
      </p>
    </Section>
  );
};
