import { cloneElement, useState, type ReactElement } from 'react';
import type { ReasonTooltip } from './ReasonTooltip.tsx';

let tooltip: typeof ReasonTooltip | undefined;

/** Loads the tooltip of reasons, which is not part of the start; until it has come the browser shows the reason its own way. */
export const preloadTooltip = async (): Promise<void> => {
  tooltip ??= (await import('./ReasonTooltip.tsx')).ReasonTooltip;
};

type Reasoned = { readonly reason: string; readonly children: ReactElement<{ readonly title?: string }> };

const Reasoned = ({ reason, children }: Reasoned): ReactElement => {
  // As it was when the control came: another one in between would take the focus from it.
  const [Shown] = useState(() => tooltip);
  return Shown ? <Shown reason={reason}>{children}</Shown> : cloneElement(children, { title: reason });
};

/** A control and, where it cannot be used, the reason as its description and tooltip. */
export const WithReason = (props: {
  readonly reason: string | undefined;
  readonly children: ReactElement<{ readonly title?: string }>;
}): ReactElement =>
  props.reason === undefined ? props.children : <Reasoned reason={props.reason}>{props.children}</Reasoned>;
