import type { ReactNode } from 'react';

/** What people type into a terminal. A scrolled box is reached by keyboard too. */
export const CommandText = ({ label, children }: { readonly label: string; readonly children: string }): ReactNode => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre
    className="m-0 p-3 mono fs-12 bg-subtle border-1 radius-1 overflow-auto pre-wrap anywhere"
    role="group"
    tabIndex={0}
    aria-label={label}
  >
    {children}
  </pre>
);
