/** How the sandbox's app adds the simulated provider that the server does not know. */
export const northwind = {
  enabled: true,
  display_name: 'Northwind ID',
  icon_url: null,
  issuer: 'https://id.northwind.example',
  scopes: ['openid', 'profile', 'email'],
  claims: {},
}
