import { Empty } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';

/** A report of a place that no event has reached yet: leads to the integration, where the reader may see that. */
export const NoEvents = (props: {
  readonly title: string;
  readonly body: string;
  readonly action: string;
}): ReactNode => {
  const may = useMay();
  const action = may('integration:read') ? { text: props.action, href: hrefOf('/integration') } : undefined;
  return <Empty title={props.title} body={props.body} action={action} />;
};
