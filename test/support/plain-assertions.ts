import { config } from 'chai'

// Chai watches each assertion for properties that it does not have, which the type check refuses already, and to watch
// takes three times as long as to assert: the laws of reservations assert millions of times.
config.useProxy = false
