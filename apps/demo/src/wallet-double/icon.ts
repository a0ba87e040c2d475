/** The test wallet's icon, as both standards ask for it. */
export const icon = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M9 11h14v11H9zM9 14h14" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>',
)}` as const
