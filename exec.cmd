@rem The scripts of package.json begin with `exec`, so that signals to npm reach the server. cmd.exe has no such word: this runs what follows it.
@%*
