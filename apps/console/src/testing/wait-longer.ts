import { configure } from '@testing-library/react';

// A busy machine takes longer than the second that is waited by default; nothing is slower for it where things are quick.
configure({ asyncUtilTimeout: 15_000 });
