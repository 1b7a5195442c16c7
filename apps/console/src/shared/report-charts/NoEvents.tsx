import { Empty, type EmptyProps } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';

/** A report that no event has reached: leads to a wider question, else to the integration, where the reader may see that. */
export const NoEvents = (props: {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  /** Takes away what the report is narrowed to; absent where that is nothing. */
  readonly widen?: EmptyProps['action'];
}): ReactNode => {
  const may = useMay();
  const integration = may('integration:read') ? { text: props.action, href: hrefOf('/integration') } : undefined;
  return <Empty title={props.title} body={props.body} action={props.widen ?? integration} />;
};
