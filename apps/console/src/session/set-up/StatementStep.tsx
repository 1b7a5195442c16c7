import { Checkbox } from '@fluentui/react-components';
import type { SetUp } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useState } from 'react';
import { Statement } from '../attestation/Statement.tsx';
import { StepButtons, type StepProps } from './StepButtons.tsx';

type StatementStepProps = StepProps & {
  readonly tenantName: string;
  readonly statement: SetUp['statement'];
  readonly isAccepted: boolean;
  readonly onNext: () => void;
};

/** The statement of administrators, accepted by who sets the tenant up. */
export const StatementStep = ({ tenantName, statement, isAccepted, onNext, ...rest }: StatementStepProps) => {
  const text = useText('firstRun');
  const [confirmed, setConfirmed] = useState(isAccepted);
  const disabledReason = confirmed ? undefined : text('attestation.confirmFirst');
  return (
    <>
      <p className="quiet">{text('setUp.statementLead')}</p>
      <Statement text={statement.text} version={statement.textVersion} />
      <Checkbox
        checked={confirmed}
        onChange={(_event, { checked }) => setConfirmed(checked === true)}
        label={text('attestation.confirm', { tenant: tenantName })}
      />
      <StepButtons {...rest} disabledReason={disabledReason} onSelect={onNext} />
    </>
  );
};
