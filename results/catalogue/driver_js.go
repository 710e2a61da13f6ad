package catalogue

// extended is 0: a browser has no SQLite, and opens no catalogue.
func extended(error) int { return 0 }
