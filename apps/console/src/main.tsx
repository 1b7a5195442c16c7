import './app/no-code-generation.ts';
// First of the sheets, so that what others say wins.
import '@redoubt/ui/utilities.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
createRoot(root).render(<App />);
