import type { ReactNode } from 'react';
import { UploadsPage } from './UploadsPage.tsx';

/** Files of loss prevention that were uploaded. */
export const RetailUploadsPage = (): ReactNode => <UploadsPage area="lossPrevention" />;
