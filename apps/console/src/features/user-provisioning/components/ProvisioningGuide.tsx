import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';

const STEPS = {
  entra: ['application', 'connection', 'mapping', 'groups'],
  okta: ['application', 'connection', 'actions', 'groups'],
} as const;

/** What to enter at the identity provider, and what comes of it. */
export const ProvisioningGuide = (): ReactNode => {
  const text = useText('provisioning');
  return (
    <Section title={text('guide.title')}>
      <div className="stack-3 prose">
        <p>{text('guide.what')}</p>
        <p>{text('guide.roles')}</p>
        {(['entra', 'okta'] as const).map((provider) => (
          <details key={provider}>
            <summary className="strong min-h-24">{text(`guide.${provider}.title`)}</summary>
            <ol>
              {provider === 'entra'
                ? STEPS.entra.map((step) => <li key={step}>{text(`guide.entra.${step}`)}</li>)
                : STEPS.okta.map((step) => <li key={step}>{text(`guide.okta.${step}`)}</li>)}
            </ol>
          </details>
        ))}
      </div>
    </Section>
  );
};
